/** Names the address `--canary` wherever a client could be tempted to fetch something: in icons, schemas, links and as a resource. */
import { optionValue, serve } from "../wire/serve.mjs";

const canary = optionValue("--canary");
const icons = [{ src: `${canary}/icon.png`, mimeType: "image/png", sizes: ["48x48"] }];
const object = { type: "object" };
const link = { type: "resource_link", uri: `${canary}/link`, name: "link", icons };

serve(
  {
    "tools/list": () => ({
      tools: [
        { name: "input", icons, inputSchema: { ...object, allOf: [{ $ref: `${canary}/in` }] } },
        { name: "output", inputSchema: object, outputSchema: { $ref: `${canary}/out` } },
        {
          name: "dynamic",
          inputSchema: object,
          outputSchema: { $dynamicRef: `${canary}/dynamic#node` },
        },
        {
          name: "based",
          inputSchema: object,
          outputSchema: { $id: `${canary}/base/`, properties: { a: { $ref: "leaf" } } },
        },
        {
          name: "dialect",
          inputSchema: object,
          outputSchema: { $schema: `${canary}/dialect`, type: "object" },
        },
      ],
    }),
    "tools/call": () => ({ content: [link], structuredContent: { a: 1 }, icons }),
    "resources/list": () => ({ resources: [{ uri: `${canary}/listed`, name: "listed", icons }] }),
    "resources/templates/list": () => ({
      resourceTemplates: [{ uriTemplate: `${canary}/{name}`, name: "template", icons }],
    }),
    "resources/read": ({ uri }) => ({ contents: [{ uri, text: "told by the server" }] }),
    "prompts/list": () => ({ prompts: [{ name: "p", icons }] }),
    "prompts/get": () => ({ messages: [{ role: "user", content: link }] }),
  },
  { capabilities: { tools: {}, resources: {}, prompts: {} } },
);
