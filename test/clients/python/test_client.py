"""The client against a server that answers as each test needs."""

import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
from voice_agent_platform import (
    ApiProblem,
    AsyncClient,
    Client,
    WebhookError,
    upload_recording,
    verify_webhook,
)

BASE = "https://api.example.com/voice/"
DATE = "Fri, 20 Nov 2026 09:30:00 GMT"


class Server:
    """Answers one request after the other with what it was given."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.requests: list[httpx.Request] = []
        self._answers = iter(answers)
        self.client = Client(BASE, http=httpx.Client(transport=httpx.MockTransport(self._answer)))
        transport = httpx.MockTransport(self._answer)
        self.asynchronous = AsyncClient(BASE, http=httpx.AsyncClient(transport=transport))

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return httpx.Response(status, json={"status": status, "code": code}, headers=named)


def answer(**headers: str) -> httpx.Response:
    return httpx.Response(200, json={"id": "x"}, headers=headers)


class Requests(unittest.TestCase):
    def code_of(self, call: Callable[[], object]) -> str:
        with self.assertRaises(ApiProblem) as raised:
            call()
        return raised.exception.code

    def test_a_change_is_repeated_under_one_key(self) -> None:
        server = Server(problem(503, "unavailable", retry_after="0"), httpx.ReadError("lost"), answer())
        self.assertEqual(server.client.agents.create({"name": "Pia"}), {"id": "x"})
        keys = {request.headers["idempotency-key"] for request in server.requests}
        self.assertEqual((len(server.requests), len(keys)), (3, 1))

    def test_what_is_final_is_not_repeated(self) -> None:
        server = Server(problem(409, "quota_exceeded"))
        self.assertEqual(self.code_of(lambda: server.client.agents.create({"name": "Pia"})), "quota_exceeded")

    def test_what_is_in_flight_is_repeated(self) -> None:
        server = Server(problem(409, "request_in_flight", retry_after="0"), answer())
        server.client.agents.create({"name": "Pia"})
        self.assertEqual(len(server.requests), 2)

    def test_a_date_in_retry_after_is_read_by_the_clock_of_the_server(self) -> None:
        server = Server(problem(503, "unavailable", retry_after=DATE, date=DATE), answer())
        self.assertEqual(server.client.me.get(), {"id": "x"})

    def test_nothing_waits_longer_than_a_minute(self) -> None:
        for later in ["61", "Fri, 20 Nov 2026 09:31:01 GMT"]:
            server = Server(problem(429, "rate_limited", retry_after=later, date=DATE))
            self.assertEqual(self.code_of(server.client.me.get), "rate_limited")

    def test_a_retry_after_that_is_neither_is_ignored(self) -> None:
        for asked in ["²", "1.5", "soon", "9" * 5000]:
            server = Server(problem(503, "unavailable", retry_after=asked), answer())
            self.assertEqual(server.client.me.get(), {"id": "x"})

    def test_the_path_of_the_base_url_is_kept_and_an_id_cannot_change_the_route(self) -> None:
        server = Server(answer())
        server.client.agents.get("a/b")
        self.assertEqual(str(server.requests[0].url), "https://api.example.com/voice/v1/agents/a%2Fb")
        for identifier in ["", ".", ".."]:
            with self.assertRaises(ValueError):
                server.client.agents.remove(identifier)

    def test_a_parameter_is_sent_only_if_it_has_a_value(self) -> None:
        server = Server(answer())
        server.client.conversations.list(q="a b", limit=2)
        self.assertEqual(server.requests[0].url.query, b"limit=2&q=a+b")

    def test_a_parameter_with_several_values_is_sent_once_for_each(self) -> None:
        server = Server(answer())
        server.client.conversations.get("conv_1", expand=["transcript", "recording"])
        self.assertEqual(server.requests[0].url.query, b"expand=transcript&expand=recording")

    def test_an_answer_that_is_not_of_the_service_is_a_problem(self) -> None:
        for text in ["<h1>Sign in to this network</h1>", '"Welcome"', '{"id": "age', ""]:
            server = Server(httpx.Response(200, text=text))
            self.assertEqual(self.code_of(server.client.me.get), "unknown")

    def test_the_message_of_a_problem_has_the_first_fault(self) -> None:
        faults = [{"pointer": "/client_id", "code": "required", "detail": "must be named"}, {"detail": "no"}]
        document = {"code": "validation_failed", "title": "Wrong", "errors": faults}
        server = Server(httpx.Response(400, json=document))
        with self.assertRaises(ApiProblem) as raised:
            server.client.me.get()
        self.assertEqual(str(raised.exception), "400 validation_failed: Wrong: /client_id must be named")

    def test_texts_are_read_from_routes_that_answer_with_text(self) -> None:
        server = Server(httpx.Response(200, html="<p>Hello</p>"), httpx.Response(200, html="<p>Hello</p>"))
        self.assertEqual(server.client.reference.get(), "<p>Hello</p>")
        self.assertEqual(self.code_of(server.client.reference.script), "unknown")

    def test_headers_are_read_and_sent(self) -> None:
        server = Server(answer(etag='"1"'), problem(412, "precondition_failed"), httpx.Response(304))
        found = server.client.agents.get.with_response("x")
        self.assertEqual((found.status, found.etag, found.reply["id"]), (200, '"1"', "x"))
        etag = found.etag or ""
        change = lambda: server.client.agents.update("x", {"name": "Pia"}, if_match=etag)  # noqa: E731
        self.assertEqual(self.code_of(change), "precondition_failed")
        self.assertEqual(server.client.agents.get.with_response("x", if_none_match=etag).status, 304)
        sent = [(request.headers.get("if-match"), request.headers.get("if-none-match")) for request in server.requests]
        self.assertEqual(sent, [(None, None), ('"1"', None), (None, '"1"')])

    def test_an_upload_whose_answer_was_lost_is_complete(self) -> None:
        link = {"url": "https://storage.example.com/x", "method": "PUT", "headers": {"Content-Type": "audio/wav"}}
        created = httpx.Response(201, json={"upload": link})
        server = Server(created, httpx.ReadError("lost"), httpx.Response(412))
        upload_recording(server.client, "x", b"sound", "audio/wav")
        self.assertNotIn("authorization", server.requests[1].headers)
        self.assertEqual([request.content for request in server.requests[1:]], [b"sound", b"sound"])


class WithAsyncio(unittest.IsolatedAsyncioTestCase):
    async def test_a_change_is_repeated_under_one_key(self) -> None:
        server = Server(problem(503, "unavailable", retry_after="0"), httpx.ReadError("lost"), answer(etag='"2"'))
        found = await server.asynchronous.agents.create.with_response({"name": "Pia"})
        self.assertEqual((found.reply["id"], found.etag), ("x", '"2"'))
        keys = {request.headers["idempotency-key"] for request in server.requests}
        self.assertEqual((len(server.requests), len(keys)), (3, 1))

    async def test_the_last_failure_is_raised(self) -> None:
        server = Server(httpx.ReadError("lost"), httpx.ReadError("lost again"))
        with self.assertRaisesRegex(httpx.ReadError, "lost again"):
            await server.asynchronous.me.get(max_retries=1)

    async def test_pages_follow_each_other(self) -> None:
        first = httpx.Response(200, json={"data": [1, 2], "next_cursor": "c"})
        server = Server(first, httpx.Response(200, json={"data": [], "next_cursor": None}))
        self.assertEqual([item async for item in server.asynchronous.agents.list.all(name="P")], [1, 2])
        self.assertEqual(server.requests[1].url.query, b"cursor=c&name=P")


class Connections(unittest.TestCase):
    def test_requests_share_a_connection(self) -> None:
        opened: list[object] = []

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                opened.append(self)
                super().setup()

            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("content-length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, format: str, *args: object) -> None:
                pass

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            Thread(target=server.serve_forever).start()
            with Client(f"http://127.0.0.1:{server.server_address[1]}") as client:
                for _ in range(5):
                    client.me.get()
            server.shutdown()
        self.assertEqual(len(opened), 1)


class Webhooks(unittest.TestCase):
    def test_a_header_that_is_no_number_or_not_ascii_is_an_error(self) -> None:
        headers = {"webhook-id": "msg_1", "webhook-timestamp": "1", "webhook-signature": "v1,x"}
        for name, value in [
            ("webhook-timestamp", "²"),
            ("webhook-timestamp", "٣"),
            ("webhook-timestamp", "9" * 5000),
            ("webhook-signature", "v1,é"),
            ("webhook-signature", "v1,\udcff"),
        ]:
            with self.subTest(name=name, value=value[:9]), self.assertRaises(WebhookError):
                verify_webhook("{}", {**headers, name: value}, "whsec_c2VjcmV0", now=1)


if __name__ == "__main__":
    unittest.main()
