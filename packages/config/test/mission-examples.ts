/** The two examples of the documentation, as they stand. */
export const STDIO_EXAMPLE = `[[external_tools]]
id = "docs"
transport = "stdio"
command = ["company-docs-mcp", "--stdio"]
modes = ["agent", "chat"]
timeout_ms = 30000
max_result_bytes = 1048576
max_stderr_bytes = 65536
max_task_wait_ms = 300000
env_from_env = { DOCS_TOKEN = "COMPANY_DOCS_TOKEN" }

roots = [{ uri = "file:///absolute/path/to/project", name = "Project" }]
sampling = true
max_sampling_tokens = 4096
elicitation = true
subscriptions = true
resource_subscriptions = ["file:///absolute/path/to/project/guide.md"]
tasks = true

[external_tools.tools.search]
effect = "search"
risk = "low"
footprint = { selectors = [{ kind = "scoped_argument", family = "company-docs", field = "query", access = "read" }] }
`;

export const HTTP_EXAMPLE = `[[external_tools]]
id = "records"
transport = "streamable_http"
url = "https://tools.example.test/mcp"
modes = ["agent", "chat"]
headers_from_env = { Authorization = "RECORDS_AUTHORIZATION" }

[external_tools.tools.lookup]
effect = "data_read"
risk = "low"
footprint = { selectors = [{ kind = "scoped_argument", family = "records", field = "id", access = "read" }] }
`;

/** The settings beside the servers. */
export const SETTINGS_EXAMPLE = `[model]                       # the selected route; [models.NAME] tables add others for --model NAME
provider = "openai_compatible" # openai | anthropic | google | openai_compatible | rehearsal
model = "qwen3:8b"
base_url = "http://127.0.0.1:11434/v1"
api_key_env = "OPENAI_API_KEY" # the variable's name; a key itself is refused here
context_tokens = 32768

[chat]
show_reasoning = false
max_tool_rounds = 8

[agent]
verify = ["npm test"]         # words are split as a shell would; no shell runs
max_turns = 40
commands = [["npm", "test"]]  # argv prefixes that \`run\` may start; empty by default
hosts = []                    # for url bindings
critical_effects = []
`;
