import { describe, expect, test } from "vitest";
import { judgeResponse, type ResponseHead } from "./judge-response.js";

function head(status: number, headers: Record<string, string> = {}): ResponseHead {
  return { status, headers: new Map(Object.entries(headers)) };
}

function judge(status: number, headers: Record<string, string> = {}) {
  return judgeResponse(head(status, headers), "request", 1000);
}

describe("a response to a request", () => {
  test.each([
    ["application/json", "read_json"],
    ["Application/JSON; charset=utf-8", "read_json"],
    ["text/event-stream", "read_events"],
    ["text/event-stream;charset=UTF-8", "read_events"],
  ])("H12: of type %s is read", (type, kind) => {
    expect(judge(200, { "content-type": type }).kind).toBe(kind);
  });

  test.each(["text/html", "text/plain", "", "application/jsonp", "application/json-seq"])(
    "H12: of type %j is no answer",
    (type) => {
      expect(judge(200, { "content-type": type })).toMatchObject({
        kind: "fail",
        failure: { code: "unexpected_content" },
      });
    },
  );

  test.each([201, 202, 204, 206])("H20: with status %i carries no answer", (status) => {
    expect(judge(status, { "content-type": "application/json" })).toMatchObject({
      kind: "fail",
      failure: { code: "unexpected_content", status },
    });
  });

  test.each(["gzip", "br", "zstd", "gzip, gzip", "identity, gzip", "GZIP", ""])(
    "T25: encoded as %j is refused unread",
    (encoding) => {
      const headers = { "content-type": "application/json", "content-encoding": encoding };
      expect(judge(200, headers)).toMatchObject({
        kind: "fail",
        failure: { code: "content_encoding_refused" },
      });
    },
  );

  test("T25: encoded as identity is not encoded", () => {
    const headers = { "content-type": "application/json", "content-encoding": "Identity" };
    expect(judge(200, headers).kind).toBe("read_json");
  });

  test("T24: that announces more than the cap is refused unread", () => {
    const type = { "content-type": "application/json" };
    expect(judge(200, { ...type, "content-length": "1000" }).kind).toBe("read_json");
    expect(judge(200, { ...type, "content-length": "1001" })).toMatchObject({
      kind: "fail",
      failure: { code: "result_too_large" },
    });
  });

  test.each([
    ["https://evil.test:8443/mcp?token=secret", "evil.test:8443"],
    ["/other?token=secret", "another place on the same host"],
    ["", "another place on the same host"],
  ])("T18, report 18: that redirects to %s names the host alone", (location, shown) => {
    for (const status of [300, 301, 302, 303, 304, 307, 308]) {
      const plan = judge(status, { location });
      expect(plan).toMatchObject({ kind: "fail", failure: { code: "redirect_refused", status } });
      expect(JSON.stringify(plan)).toContain(shown);
      expect(JSON.stringify(plan)).not.toContain("secret");
    }
  });

  test.each([100, 199, 400, 401, 404, 500, 503, 599, 0])(
    "with status %i is an answer of another kind",
    (status) => {
      expect(judge(status).kind).toBe("read_refusal");
    },
  );
});

describe("a response to a notification", () => {
  test.each([200, 202, 204])("H20: with status %i is enough", (status) => {
    expect(judgeResponse(head(status), "notification", 1000).kind).toBe("accepted");
  });

  test("that redirects or refuses is not", () => {
    expect(judgeResponse(head(307), "notification", 1000).kind).toBe("fail");
    expect(judgeResponse(head(403), "notification", 1000).kind).toBe("read_refusal");
  });
});
