"""A language model of two layers that reads bytes: it learns little, and that in a second."""

from __future__ import annotations

from pathlib import Path

from agentprog.learn.training.fresh import fresh_policy
from agentprog.learn.training.policy import Policy


def tiny_policy(*roles: str, seed: int = 0) -> Policy:
    policy = fresh_policy(width=32, heads=2, rank=8, reads=40)
    for role in roles:
        policy.add(role, seed)
    return policy


_IMAGE = "<image>"
_TEMPLATE = (
    "{% for message in messages %}{% for part in message['content'] %}"
    "{% if part['type'] == 'image' %}<image>{% else %}{{ part['text'] }}{% endif %}"
    "{% endfor %}\n{% endfor %}"
)


def seeing_base(folder: Path) -> Path:
    """Writes a model that sees, of two layers with random weights, and its processor: a byte a token, four tokens a
    picture."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import (
        CLIPVisionConfig,
        LlamaConfig,
        LlavaConfig,
        LlavaForConditionalGeneration,
        LlavaProcessor,
        PreTrainedTokenizerFast,
    )
    from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    bytes_ = Tokenizer(models.BPE(vocab={letter: place for place, letter in enumerate(letters)}, merges=[]))
    bytes_.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytes_.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=bytes_, eos_token="<end>", pad_token="<end>", additional_special_tokens=[_IMAGE]
    )
    processor = LlavaProcessor(
        image_processor=CLIPImageProcessorPil(size={"shortest_edge": 28}, crop_size={"height": 28, "width": 28}),
        tokenizer=tokenizer,
        patch_size=14,
        vision_feature_select_strategy="default",
        image_token=_IMAGE,
        num_additional_image_tokens=1,
        chat_template=_TEMPLATE,
    )
    torch.manual_seed(7)
    small = {"intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = LlavaConfig(
        vision_config=CLIPVisionConfig(hidden_size=16, image_size=28, patch_size=14, **small),
        text_config=LlamaConfig(
            vocab_size=len(tokenizer), hidden_size=32, num_key_value_heads=1, initializer_range=0.2, **small
        ),
        image_token_index=tokenizer.convert_tokens_to_ids(_IMAGE),
        vision_feature_layer=-1,
    )
    LlavaForConditionalGeneration(config).save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder
