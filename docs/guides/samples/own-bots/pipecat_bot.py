"""A bot of Pipecat whose calls are recorded. `transport`, `stt`, `llm` and `tts` are those of your bot."""

import io
import os
import wave
from typing import Any

from history import History
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.runner import PipelineRunner
from pipecat.pipeline.task import PipelineTask
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
from pipecat.processors.audio.audio_buffer_processor import AudioBufferProcessor
from voice_agent_platform import AsyncClient

BASE, KEY, AGENT_ID = (os.environ[name] for name in ("BASE", "KEY", "AGENT_ID"))


def wav_of(audio: bytes, sample_rate: int, num_channels: int) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as wav:
        wav.setnchannels(num_channels)
        wav.setsampwidth(2)
        wav.setframerate(sample_rate)
        wav.writeframes(audio)
    return file.getvalue()


# region bot
async def run_bot(transport: Any, stt: Any, llm: Any, tts: Any, caller: str) -> None:
    async with (
        AsyncClient(BASE, api_key=KEY) as client,
        History(client, {"agent_id": AGENT_ID, "caller": {"number": caller}}) as history,
    ):
        user, assistant = LLMContextAggregatorPair(LLMContext())
        recorder = AudioBufferProcessor(num_channels=2)
        steps = [transport.input(), stt, user, llm, tts, transport.output(), recorder, assistant]
        task = PipelineTask(Pipeline(steps))

        @user.event_handler("on_user_turn_stopped")
        async def on_user_turn_stopped(aggregator: Any, strategy: Any, message: Any) -> None:
            history.say("user", message.content)

        @assistant.event_handler("on_assistant_turn_stopped")
        async def on_assistant_turn_stopped(aggregator: Any, message: Any) -> None:
            history.say("agent", message.content)

        @recorder.event_handler("on_audio_data")
        async def on_audio_data(recorder: Any, audio: bytes, sample_rate: int, num_channels: int) -> None:
            await history.upload(wav_of(audio, sample_rate, num_channels))

        @transport.event_handler("on_client_connected")
        async def on_client_connected(transport: Any, caller: Any) -> None:
            await recorder.start_recording()

        @transport.event_handler("on_client_disconnected")
        async def on_client_disconnected(transport: Any, caller: Any) -> None:
            await task.cancel()

        await PipelineRunner().run(task)
# endregion
