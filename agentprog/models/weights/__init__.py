"""Weights of local models: catalogue, sources and downloads."""

from agentprog.models.weights.entries import HubSource as HubSource
from agentprog.models.weights.entries import PackagePart as PackagePart
from agentprog.models.weights.entries import WeightsEntry as WeightsEntry
from agentprog.models.weights.entries import catalogue as catalogue
from agentprog.models.weights.entries import entry as entry
from agentprog.models.weights.store import DownloadStage as DownloadStage
from agentprog.models.weights.store import Source as Source
from agentprog.models.weights.store import WeightsProgress as WeightsProgress
from agentprog.models.weights.store import ensure_weights as ensure_weights
from agentprog.models.weights.store import find_weights as find_weights
from agentprog.models.weights.store import model_folder as model_folder
