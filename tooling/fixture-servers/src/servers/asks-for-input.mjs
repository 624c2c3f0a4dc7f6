/**
 * Asks for input as its arguments say (Q1 to Q15). `script {key, rounds}` answers the legs of one key with the given rounds in turn, each
 * `{inputRequests?, requestState?}`, and at last with a JSON text of all legs that it saw. The prompt `ask` and the resource
 * `ask:guide` ask one question each.
 */
import { RpcError, serve, text, toolHandlers } from "../wire/serve.mjs";

/** Legs of each key, in order of arrival. */
const seen = new Map();

const QUESTION = {
  method: "elicitation/create",
  params: {
    message: "Which topic?",
    requestedSchema: { type: "object", properties: { topic: { type: "string" } } },
  },
};

function topicOf(params) {
  return params.inputResponses?.topic?.content?.topic;
}

const askTopic = { resultType: "input_required", inputRequests: { topic: QUESTION } };

serve(
  {
    ...toolHandlers({
      script: {
        call: ({ key, rounds }, exchange, params) => {
          const legs = seen.get(key) ?? [];
          seen.set(key, legs);
          const { inputResponses = null, requestState = null } = params;
          legs.push({ id: exchange.id, inputResponses, requestState });
          const round = rounds[legs.length - 1];
          return round === undefined
            ? text(JSON.stringify(legs))
            : { resultType: "input_required", ...round };
        },
      },
      report: {
        description: "The legs that a key has had so far, as JSON",
        call: ({ key }) => text(JSON.stringify(seen.get(key) ?? [])),
      },
    }),
    "prompts/list": () => ({ prompts: [{ name: "ask" }] }),
    "prompts/get": (params) => {
      if (params.name !== "ask") throw new RpcError(-32602, `unknown prompt ${params.name}`);
      const topic = topicOf(params);
      if (topic === undefined) return askTopic;
      return { messages: [{ role: "user", content: { type: "text", text: `About ${topic}` } }] };
    },
    "resources/list": () => ({ resources: [{ uri: "ask:guide", name: "guide" }] }),
    "resources/read": (params) => {
      const topic = topicOf(params);
      return topic === undefined ? askTopic : { contents: [{ uri: params.uri, text: topic }] };
    },
  },
  { capabilities: { tools: {}, prompts: {}, resources: {} } },
);
