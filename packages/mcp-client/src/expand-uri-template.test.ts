import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expandUriTemplate, MAX_URI_LENGTH } from "./expand-uri-template.js";

/** The values of RFC 6570, section 3.2, that are text. */
const VALUES = new Map(
  Object.entries({
    var: "value",
    hello: "Hello World!",
    half: "50%",
    base: "http://example.com/home/",
    path: "/foo/bar",
    who: "fred",
    dub: "me/too",
    v: "6",
    x: "1024",
    y: "768",
    empty: "",
    semi: ";",
  }),
);

describe("R5: the examples of RFC 6570, section 3.2", () => {
  test.each([
    ["{var}", "value"],
    ["{hello}", "Hello%20World%21"],
    ["{half}", "50%25"],
    ["O{empty}X", "OX"],
    ["O{undef}X", "OX"],
    ["{x,y}", "1024,768"],
    ["{x,hello,y}", "1024,Hello%20World%21,768"],
    ["?{x,empty}", "?1024,"],
    ["?{x,undef}", "?1024"],
    ["?{undef,y}", "?768"],
    ["{var:3}", "val"],
    ["{var:30}", "value"],
    ["{+var}", "value"],
    ["{+hello}", "Hello%20World!"],
    ["{+half}", "50%25"],
    ["{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"],
    ["{+base}index", "http://example.com/home/index"],
    ["O{+empty}X", "OX"],
    ["O{+undef}X", "OX"],
    ["{+path}/here", "/foo/bar/here"],
    ["here?ref={+path}", "here?ref=/foo/bar"],
    ["up{+path}{var}/here", "up/foo/barvalue/here"],
    ["{+x,hello,y}", "1024,Hello%20World!,768"],
    ["{+path,x}/here", "/foo/bar,1024/here"],
    ["{+path:6}/here", "/foo/b/here"],
    ["{#hello}", "#Hello%20World!"],
    ["foo{#empty}", "foo#"],
    ["foo{#undef}", "foo"],
    ["{#path,x}/here", "#/foo/bar,1024/here"],
    ["{.who,who}", ".fred.fred"],
    ["X{.var:3}", "X.val"],
    ["X{.empty}", "X."],
    ["{/who,dub}", "/fred/me%2Ftoo"],
    ["{/var,empty}", "/value/"],
    ["{/var,x}/here", "/value/1024/here"],
    ["{/var:1,var}", "/v/value"],
    ["{;who}", ";who=fred"],
    ["{;half}", ";half=50%25"],
    ["{;empty}", ";empty"],
    ["{;v,empty,who}", ";v=6;empty;who=fred"],
    ["{;x,y,undef}", ";x=1024;y=768"],
    ["{;hello:5}", ";hello=Hello"],
    ["{?who}", "?who=fred"],
    ["{?x,y,empty}", "?x=1024&y=768&empty="],
    ["{?var:3}", "?var=val"],
    ["?fixed=yes{&x}", "?fixed=yes&x=1024"],
    ["{&x,y,empty}", "&x=1024&y=768&empty="],
    ["{semi:2}", "%3B"],
    ["{var*}", "value"],
  ])("%s is %s", (template, uri) => {
    expect(expandUriTemplate(template, VALUES)).toEqual({ kind: "expanded", uri });
  });
});

describe("R5: a value", () => {
  const expand = (template: string, path: string) =>
    expandUriTemplate(template, new Map([["path", path]]));

  test.each([
    ["file:///{path}", ".."],
    ["file:///{path}", "../etc/passwd"],
    ["file:///{path}", "a/../../etc"],
    ["file:///{path}", "..\\etc"],
    ["file:///{+path}", "../etc"],
    ["file:///{+path}", "%2e%2e/etc"],
    ["file:///{+path}", "a%2F%2E.%2fb"],
    ["file:///{+path}", "./a"],
    ["file:///a{/path}", ".."],
    ["file:///.{path}", "."],
    ["file:///{path:2}", "..x"],
    ["file:///{+path}{+path}", "."],
    ["file:///a/../{path}", "b"],
  ])("cannot lead out of %s: %s", (template, path) => {
    expect(expand(template, path)).toMatchObject({ kind: "refused", code: "dot_segment" });
  });

  test.each([
    ["file:///{path}", "%2e%2e", "file:///%252e%252e"],
    ["file:///{path}", "...", "file:///..."],
    ["file:///{path}", "a..b", "file:///a..b"],
    ["file:///{path}", "..%2fa", "file:///..%252fa"],
    ["file:///p{?path}", "../x", "file:///p?path=..%2Fx"],
    ["file:///{path}", "日本\r\n", "file:///%E6%97%A5%E6%9C%AC%0D%0A"],
    ["file:///{path}", "😀{path}", "file:///%F0%9F%98%80%7Bpath%7D"],
    ["a:é {path}", "", "a:%C3%A9%20"],
  ])("is encoded in %s: %s", (template, path, uri) => {
    expect(expand(template, path)).toEqual({ kind: "expanded", uri });
  });

  test("of half a character is refused", () => {
    expect(expand("a:{path}", "\ud800")).toMatchObject({ code: "invalid_value" });
  });

  test("that makes the address too long is refused", () => {
    expect(expand("{path}", "x".repeat(MAX_URI_LENGTH)).kind).toBe("expanded");
    expect(expand("{path}", "x".repeat(MAX_URI_LENGTH + 1))).toMatchObject({ code: "too_long" });
    expect(expand("x".repeat(MAX_URI_LENGTH + 1), "")).toMatchObject({ code: "too_long" });
  });
});

test.each([
  "{",
  "}",
  "{}",
  "{a",
  "a}",
  "{a}}",
  "{{a}}",
  "{=a}",
  "{a,}",
  "{a b}",
  "{a:0}",
  "{a:10000}",
  "{!a}",
  "{a..b}",
  "\ud800",
])("R5: %j is no template", (template) => {
  expect(expandUriTemplate(template, new Map())).toMatchObject({
    kind: "refused",
    code: "invalid_template",
  });
});

test("R5: whatever is expanded, a simple value is one segment of what it is told as", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (value) => {
      const expansion = expandUriTemplate("a:/{value}/end", new Map([["value", value]]));
      if (expansion.kind === "refused") return;
      const [, segment = "", end, ...others] = expansion.uri.slice(2).split("/");
      expect(decodeURIComponent(segment)).toBe(value);
      expect([end, others]).toEqual(["end", []]);
    }),
  );
});
