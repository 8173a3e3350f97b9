"""AndroidWorld and android_env as far as the seam touches them: the interfaces that they document, without a phone."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from agentprog.bench.androidworld.checkout import Checkout, open_checkout

_FILES = {
    "android_env/__init__.py": "",
    "android_env/loader.py": """
        def _load_task(config):
            with open(config.path) as file:
                return file.read()
        """,
    "android_env/environment.py": """
        class AndroidEnv:
            def __init__(self, simulator, coordinator, task_manager):
                self.simulator, self.coordinator, self.task_manager = simulator, coordinator, task_manager
        """,
    "android_env/components/__init__.py": "",
    "android_env/components/config_classes.py": """
        from dataclasses import dataclass, field
        @dataclass
        class FilesystemTaskConfig:
            path: str = ""
        @dataclass
        class AdbControllerConfig:
            adb_path: str = ""
            adb_server_port: int = 5037
            device_name: str = ""
            default_timeout: float = 120.0
        @dataclass
        class SimulatorConfig:
            interaction_rate_sec: float = 0.0
        @dataclass
        class DeviceSettingsConfig:
            show_touches: bool = True
            show_pointer_location: bool = True
            show_status_bar: bool = False
            show_navigation_bar: bool = False
        @dataclass
        class CoordinatorConfig:
            device_settings: DeviceSettingsConfig = field(default_factory=DeviceSettingsConfig)
        """,
    "android_env/components/adb_controller.py": """
        import subprocess
        class AdbController:
            def __init__(self, config):
                self._config = config
            def command_prefix(self):
                return [self._config.adb_path, "-P", str(self._config.adb_server_port), "-s", self._config.device_name]
            def execute_command(self, args, timeout=None, device_specific=True):
                return subprocess.check_output(self.command_prefix() + list(args), timeout=timeout)
            def _restart_server(self, timeout=None):
                raise AssertionError("the adb server is others' too")
        """,
    "android_env/components/adb_log_stream.py": """
        class AdbLogStream:
            def __init__(self, adb_command_prefix, verbose=False):
                self.prefix = adb_command_prefix
        """,
    "android_env/components/simulators/__init__.py": "",
    "android_env/components/simulators/base_simulator.py": """
        class BaseSimulator:
            def __init__(self, config):
                self._config = config
            def launch(self):
                self._launch_impl()
            def get_screenshot(self):
                return self._get_screenshot_impl()
            def close(self):
                pass
        """,
    "android_env/components/task_manager.py": """
        class TaskManager:
            def __init__(self, task):
                self.task = task
        """,
    "android_env/components/device_settings.py": """
        class DeviceSettings:
            def __init__(self, simulator):
                self.simulator = simulator
        """,
    "android_env/components/coordinator.py": """
        class Coordinator:
            def __init__(self, simulator, task_manager, device_settings, config):
                self.simulator, self.config = simulator, config
                simulator.launch()
        """,
    "android_env/proto/__init__.py": "",
    "android_env/proto/a11y/__init__.py": "",
    "android_env/proto/a11y/android_accessibility_forest_pb2.py": """
        class _Some:
            def __init__(self, **values):
                self.__dict__.update(values)
            def __getattr__(self, name):
                made = _Some() if name == "bounds_in_screen" or name == "tree" else _Many()
                self.__dict__[name] = made
                return made
        class _Many(list):
            def add(self, **values):
                self.append(_Some(**values))
                return self[-1]
        class AndroidAccessibilityForest:
            def __init__(self):
                self.windows = _Many()
        """,
    "android_world/__init__.py": "",
    "android_world/registry.py": """
        from android_world.tasks import BringFront, Broken
        class TaskRegistry:
            def get_registry(self, family):
                return {"BringFront": BringFront, "Broken": Broken, "Elsewhere": BringFront}
        """,
    "android_world/tasks.py": """
        from android_world.env import adb_utils
        class BringFront:
            app_names = ("contacts",)
            complexity = 1
            def __init__(self, params):
                self.params, self.initialized = params, False
            @property
            def name(self):
                return type(self).__name__
            @property
            def goal(self):
                return f"Bring {self.params['app']} to the front"
            def initialize_task(self, env):
                self.initialized = True
            def is_successful(self, env):
                return float(env.foreground_activity_name.startswith(self.params["app"]))
            def tear_down(self, env):
                self.initialized = False
        class Broken(BringFront):
            def initialize_task(self, env):
                raise RuntimeError("no snapshot")
        """,
    "android_world/suite_utils.py": """
        import math
        class Suite(dict):
            suite_family = ""
        def create_suite(registry, n_task_combinations=1, seed=None, tasks=None):
            app = "com.google.android.contacts"
            made = Suite()
            for name in tasks or list(registry):
                made[name] = [registry[name]({"app": app, "seed": seed + i}) for i in range(n_task_combinations)]
            return made
        def run(suite, agent, checkpointer=None, demo_mode=False):
            found = []
            for name, instances in suite.items():
                for number, task in enumerate(instances):
                    row = {"goal": task.goal, "task_template": name, "instance_id": number, "run_time": 1.0}
                    print("a table of AndroidWorld's")
                    try:
                        task.initialize_task(agent.env)
                        result = agent.step(task.goal)
                        score = task.is_successful(agent.env) if result.done else 0.0
                        row |= {"is_successful": score, "episode_length": 1, "exception_info": None}
                        task.tear_down(agent.env)
                    except Exception as exc:
                        row |= {"is_successful": math.nan, "episode_length": math.nan, "exception_info": repr(exc)}
                    found.append(row)
                    checkpointer.save_episodes([row], name)
            return found
        """,
    "android_world/checkpointer.py": """
        import json, os
        class IncrementalCheckpointer:
            def __init__(self, directory):
                self.directory = directory
                os.makedirs(directory, exist_ok=True)
            def save_episodes(self, episodes, name):
                with open(os.path.join(self.directory, name + ".json"), "w") as file:
                    json.dump([str(one) for one in episodes], file)
        """,
    "android_world/agents/__init__.py": "",
    "android_world/agents/base_agent.py": """
        from dataclasses import dataclass
        @dataclass
        class AgentInteractionResult:
            done: bool
            data: dict
        class EnvironmentInteractingAgent:
            def __init__(self, env, name="", transition_pause=1.0):
                self.env, self.name, self.transition_pause = env, name, transition_pause
        """,
    "android_world/agents/infer.py": """
        ERROR_CALLING_LLM = "Error calling LLM"
        class LlmWrapper: pass
        class MultimodalLlmWrapper: pass
        """,
    "android_world/agents/t3a.py": """
        class T3A:
            def __init__(self, env, llm, name="T3A"):
                self.env, self.llm, self.name = env, llm, name
        """,
    "android_world/agents/m3a.py": """
        class M3A:
            def __init__(self, env, llm, name="M3A"):
                self.env, self.llm, self.name = env, llm, name
        """,
    "android_world/env/__init__.py": "",
    "android_world/env/adb_utils.py": """
        _ACTIVITIES = {"contacts": "com.google.android.contacts/.Main", "maps": "com.google.android.apps.maps/.Main"}
        def get_adb_activity(name):
            return _ACTIVITIES.get(name)
        def extract_package_name(activity):
            return activity.split("/")[0]
        def get_all_package_names(controller):
            said = controller.env.simulator.create_adb_controller().execute_command(["shell", "pm", "list", "packages"])
            return [line.split(":")[1] for line in said.decode().split()]
        def set_root_if_needed(controller):
            controller.env.simulator.create_adb_controller().execute_command(["root"])
        """,
    "android_world/env/json_action.py": """
        class JSONAction:
            def __init__(self, **fields):
                self.__dict__.update(fields)
        """,
    "android_world/env/android_world_controller.py": """
        import enum
        class A11yMethod(enum.Enum):
            A11Y_FORWARDER_APP = 1
            NONE = 2
        class AndroidWorldController:
            def __init__(self, env, a11y_method, install_a11y_forwarding_app=True):
                assert a11y_method is A11yMethod.NONE
                self.env = env
        """,
    "android_world/env/interface.py": """
        class AsyncAndroidEnv:
            def __init__(self, controller):
                self.controller, self.closed = controller, False
            @property
            def foreground_activity_name(self):
                adb = self.controller.env.simulator.create_adb_controller()
                said = adb.execute_command(["shell", "dumpsys activity activities | grep ResumedActivity"]).decode()
                return said.split(" u0 ")[1].split(" ")[0]
            def close(self):
                self.closed = True
        """,
    "android_world/env/env_launcher.py": """
        def setup_env(env, emulator_setup, freeze_datetime):
            env.set_up = (emulator_setup, freeze_datetime)
        """,
    "android_world/env/setup_device/__init__.py": "",
    "android_world/env/setup_device/setup.py": """
        class Contacts:
            app_name = "contacts"
        class Maps:
            app_name = "maps"
        _APPS = (Contacts, Maps)
        """,
    "android_world/utils/__init__.py": "",
    "android_world/utils/app_snapshot.py": """
        saved = []
        def save_snapshot(name, controller):
            saved.append(name)
        """,
    "android_world/task_evals/information_retrieval/proto/task_pb2.py": "",
}


@pytest.fixture
def checkout_path(tmp_path: Path) -> Iterator[Path]:
    """A folder that looks like a checkout; its modules are forgotten afterwards."""
    folder = tmp_path / "android_world_checkout"
    for name, text in _FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text), encoding="utf-8")
    before = list(sys.path)
    importlib.invalidate_caches()
    yield folder
    sys.path[:] = before
    for name in [name for name in sys.modules if name.partition(".")[0] in ("android_world", "android_env")]:
        del sys.modules[name]


@pytest.fixture
def checkout(checkout_path: Path) -> Checkout:
    return open_checkout(checkout_path)


@pytest.fixture
def transport(sim_phone: Any) -> Any:
    """No automation server of an earlier test may be left: beside one, `uiautomator dump` is killed."""
    sim_phone.handle.reset(keep_automation=False)
    sim_phone.handle.advance(0.5)
    from agentprog.devices.link.adb import AdbServer
    from agentprog.devices.link.transport import Transport

    environment = {"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)}
    return Transport(AdbServer.from_environment(environment), sim_phone.serial, timeout=30.0)
