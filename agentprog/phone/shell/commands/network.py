"""The network as the shell sees it: one Wi-Fi interface, and sockets that things on the phone listen on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from agentprog.phone.kernel.streams import StreamClosed
from agentprog.phone.shell.call import Call, Command, option
from agentprog.phone.shell.io import Sink


def _online(call: Call) -> bool:
    settings = call.phone.settings
    return settings.get("global", "wifi_on") not in ("0", None) and settings.get("global", "airplane_mode_on") != "1"


async def ifconfig(call: Call) -> int:
    wanted = call.args[0] if call.args else ""
    if wanted not in ("", "wlan0", "lo"):
        return call.complain(f"ifconfig: {wanted}: No such device")
    if wanted != "lo":
        call.say("wlan0     Link encap:UNSPEC    Driver virtio_net\n")
        if _online(call):
            call.say(f"          inet addr:{call.rig.profile.wlan_ip}  Bcast:192.168.232.255  Mask:255.255.248.0 \n")
        call.say("          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n\n")
    if wanted != "wlan0":
        call.say("lo        Link encap:UNSPEC\n          inet addr:127.0.0.1  Mask:255.0.0.0\n")
        call.say("          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n\n")
    return 0


async def ip(call: Call) -> int:
    """`ip addr [show [dev] NAME]` and `ip route`."""
    args = [arg for arg in call.args if not arg.startswith("-")]
    if args[:1] and args[0] in ("route", "r"):
        if _online(call):
            call.say(f"192.168.232.0/21 dev wlan0 proto kernel scope link src {call.rig.profile.wlan_ip} \n")
        return 0
    names = [arg for arg in args[1:] if arg not in ("show", "dev", "add")]
    wanted = names[0] if names else ""
    if wanted not in ("", "wlan0", "lo"):
        return call.complain(f'Device "{wanted}" does not exist.')
    if wanted != "wlan0":
        call.say("1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n")
        call.say("    inet 127.0.0.1/8 scope host lo\n")
    if wanted != "lo":
        call.say("28: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 3000\n")
        if _online(call):
            call.say(f"    inet {call.rig.profile.wlan_ip}/21 brd 192.168.239.255 scope global wlan0\n")
    return 0


async def ping(call: Call) -> int:
    """There is no network behind this phone: names do not resolve, addresses do not answer."""
    host = call.args[-1] if call.args else ""
    if not all(c.isdigit() or c == "." for c in host):
        return call.complain(f"ping: unknown host {host}", 2)
    if host.startswith("127."):
        call.say(f"PING {host} ({host}) 56(84) bytes of data.\n64 bytes from {host}: icmp_seq=1 ttl=64 time=0.064 ms\n")
        return 0
    call.say(f"PING {host} ({host}) 56(84) bytes of data.\n\n--- {host} ping statistics ---\n")
    call.say("1 packets transmitted, 0 received, 100% packet loss, time 0ms\n\n")
    return 1


async def netstat(call: Call) -> int:
    call.say("Active Internet connections (servers)\n")
    call.say("Proto Recv-Q Send-Q Local Address           Foreign Address         State      \n")
    for name in call.rig.sockets.names():
        kind, _, port = name.partition(":")
        if kind == "tcp":
            call.say(f"tcp6       0      0 {'[::]:' + port:<23} {'[::]:*':<23} LISTEN     \n")
    return 0


class _Near:
    """The near end of a loopback connection: what the far end writes goes to the command's output."""

    def __init__(self, data: bytes, sink: Sink) -> None:
        self._data = bytearray(data)
        self._sink = sink
        self._waiting = asyncio.Event()
        self._callbacks: list[Callable[[], None]] = []
        self.closed = False

    async def read(self) -> bytes:
        if not self._data:
            await self._waiting.wait()
        data = bytes(self._data)
        self._data.clear()
        return data

    async def read_exactly(self, count: int) -> bytes:
        while len(self._data) < count:
            if self.closed:
                raise StreamClosed
            await self._waiting.wait()
        data = bytes(self._data[:count])
        del self._data[:count]
        return data

    async def write(self, data: bytes) -> None:
        await self._sink.write(data)

    def on_close(self, callback: Callable[[], None]) -> None:
        self._callbacks.append(callback)

    def close(self) -> None:
        self.closed = True
        self._waiting.set()
        for callback in self._callbacks:
            callback()


async def nc(call: Call) -> int:
    """`nc [-w SECONDS] HOST PORT` to something that listens on the phone, a reversed port among them."""
    args = list(call.args)
    patience = float(option(args, "-w") or 2)
    operands = [arg for arg in args if not arg.startswith("-")]
    if len(operands) != 2:
        return call.complain("nc: needs HOST and PORT")
    handler = call.rig.sockets.find(f"tcp:{operands[1]}") if _local(operands[0]) else None
    if handler is None:
        return call.complain(f"nc: connect: Connection refused ({operands[0]}:{operands[1]})")
    near = _Near(await call.input(), call.streams.stdout)
    try:
        await asyncio.wait_for(asyncio.ensure_future(handler(near)), patience)
    except TimeoutError:
        pass
    finally:
        near.close()
    return 0


def _local(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


async def wifi(call: Call) -> int:
    """`cmd wifi status|set-wifi-enabled|list-networks`."""
    verb = call.args[0] if call.args else ""
    if verb == "status":
        call.say('Wifi is enabled\nWifi is connected to "AndroidWifi"\n' if _online(call) else "Wifi is disabled\n")
    elif verb == "set-wifi-enabled":
        on = call.args[-1] in ("enabled", "true", "1")
        call.phone.settings.put("global", "wifi_on", "1" if on else "0")
    elif verb == "list-networks":
        call.say("Network Id      SSID                         Security type\n")
        call.say("0            AndroidWifi                     open\n")
    return 0


async def connectivity(call: Call) -> int:
    """`cmd connectivity airplane-mode [enable|disable]`."""
    if call.args[:1] != ("airplane-mode",):
        return 0
    if len(call.args) > 1:
        call.phone.settings.put("global", "airplane_mode_on", "1" if call.args[1] == "enable" else "0")
    else:
        on = call.phone.settings.get("global", "airplane_mode_on") == "1"
        call.say("enabled\n" if on else "disabled\n")
    return 0


COMMANDS: Mapping[str, Command] = {
    "ifconfig": ifconfig,
    "ip": ip,
    "ping": ping,
    "netstat": netstat,
    "nc": nc,
    "netcat": nc,
}
