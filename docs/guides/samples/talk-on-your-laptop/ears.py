"""Recognizes English with Whisper, behind the protocol of Amazon Transcribe."""

import asyncio
import json
import struct
import sys
import time
import zlib

import numpy
from faster_whisper import WhisperModel
from websockets.asyncio.server import ServerConnection, serve

RATE = 16_000
LOUD = 500  # of 32,767: what is softer is silence
ENDS_AFTER = RATE // 2  # samples of silence that end an utterance

model = WhisperModel(sys.argv[1] if len(sys.argv) > 1 else "tiny.en", device="cpu", compute_type="int8")


def samples_in(message: bytes) -> numpy.ndarray:
    """The samples of an AudioEvent: two lengths, a checksum, headers, the audio, and a checksum."""
    (headers,) = struct.unpack_from("!I", message, 4)
    return numpy.frombuffer(message[12 + headers : -4], dtype="<i2")


def transcript_event(utterance: int, text: str, partial: bool) -> bytes:
    """The words of an utterance, which may still change while they are partial."""
    names = {":message-type": "event", ":event-type": "TranscriptEvent", ":content-type": "application/json"}
    headers = b"".join(
        struct.pack("!B", len(name)) + name.encode() + struct.pack("!BH", 7, len(value)) + value.encode()
        for name, value in names.items()
    )
    result = {"ResultId": str(utterance), "IsPartial": partial, "Alternatives": [{"Transcript": text}]}
    body = json.dumps({"Transcript": {"Results": [result]}}).encode()
    lengths = struct.pack("!II", 16 + len(headers) + len(body), len(headers))
    message = lengths + struct.pack("!I", zlib.crc32(lengths)) + headers + body
    return message + struct.pack("!I", zlib.crc32(message))


def words_in(audio: numpy.ndarray) -> str:
    """The words of an utterance. Whisper hears some in noise as well: its detector of voices leaves that out."""
    segments, _ = model.transcribe(audio.astype("float32") / 32_768, language="en", beam_size=1, vad_filter=True)
    return " ".join(segment.text.strip() for segment in segments)


async def listen(socket: ServerConnection) -> None:
    utterance, heard, silent, next_words = 0, numpy.empty(0, dtype="<i2"), 0, 0.0
    async for message in socket:
        audio = samples_in(message) if isinstance(message, bytes) else heard[:0]
        if len(audio) == 0:  # The page has closed its microphone.
            return
        is_loud = numpy.sqrt(numpy.mean(audio.astype("float32") ** 2)) > LOUD
        silent = 0 if is_loud else silent + len(audio)
        heard = numpy.concatenate([heard, audio])
        began = time.monotonic()
        if silent == len(heard):  # Nobody has said anything yet. The beginning of a word is soft.
            heard = heard[-RATE // 4 :]
            silent = len(heard)
        elif silent >= ENDS_AFTER:
            text = await asyncio.to_thread(words_in, heard)
            print(f"heard: {text}", flush=True)
            await socket.send(transcript_event(utterance, text, partial=False))
            utterance, heard, silent = utterance + 1, heard[:0], 0
        elif len(heard) >= RATE and began >= next_words:
            text = await asyncio.to_thread(words_in, heard)
            await socket.send(transcript_event(utterance, text, partial=True))
            next_words = time.monotonic() + max(1, 2 * (time.monotonic() - began))


async def main() -> None:
    async with serve(listen, "127.0.0.1", 8881, ping_interval=None) as server:
        print("ws://127.0.0.1:8881", flush=True)
        await server.serve_forever()


asyncio.run(main())
