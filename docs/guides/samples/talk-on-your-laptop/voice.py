"""Speaks with Piper, behind OpenAI's POST /v1/audio/speech."""

import io
import json
import sys
import wave
from http.server import BaseHTTPRequestHandler, HTTPServer

from piper import PiperVoice

voice = PiperVoice.load(sys.argv[1])


class Speech(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        spoken = io.BytesIO()
        with wave.open(spoken, "wb") as file:
            voice.synthesize_wav(asked["input"], file)
        self.send_response(200)
        self.send_header("content-type", "audio/wav")
        self.send_header("content-length", str(spoken.tell()))
        self.end_headers()
        self.wfile.write(spoken.getvalue())


print("http://127.0.0.1:8880/v1", flush=True)
HTTPServer(("127.0.0.1", 8880), Speech).serve_forever()
