/**
 * The text of a first configuration file. It loads as it stands; lines that begin with `#` and no blank are settings to uncomment, and
 * load too.
 */
export function initialConfig(): string {
  return INITIAL_CONFIG;
}

const INITIAL_CONFIG = `# Perspt reads this one file; nothing in a working directory is ever added to it.
# Check it after an edit: perspt config check. What holds, defaults and all: perspt config show

# The language model. "rehearsal" needs no network: it answers plainly and says what it is.
[model]
provider = "rehearsal"

# Others by name.
#[models.local]
#provider = "openai_compatible" # or openai, anthropic, google
#model = "qwen3:8b"
#base_url = "http://127.0.0.1:11434/v1"
#api_key_env = "OPENAI_API_KEY" # the variable's name, never the key itself
#context_tokens = 32768

#[chat]
#show_reasoning = false
#max_tool_rounds = 8

#[agent]
#verify = ["npm test"]
#max_turns = 40
#commands = [["npm", "test"]] # what a command argument may start; empty by default
#hosts = [] # what a URL argument may name
#critical_effects = []

# Servers. perspt mcp add and perspt mcp import write such tables at the end of this file, and change nothing else in it.

# A server that is started as a program. Its tools do nothing until a table below names them:
# perspt mcp policy docs prints a table for each tool to start from; perspt mcp inspect docs shows what is admitted.
#[[external_tools]]
#id = "docs"
#transport = "stdio"
#command = ["company-docs-mcp", "--stdio"]
#modes = ["agent", "chat"] # agent alone by default
#env_from_env = { DOCS_TOKEN = "COMPANY_DOCS_TOKEN" } # nothing else of the environment but PATH is passed on
#timeout_ms = 30000
#max_result_bytes = 1048576
#max_stderr_bytes = 65536
#max_task_wait_ms = 300000
#roots = [{ uri = "file:///absolute/path/to/project", name = "Project" }]
#sampling = true # the server may ask the model
#max_sampling_tokens = 4096
#elicitation = true # the server may ask you
#subscriptions = true
#resource_subscriptions = ["file:///absolute/path/to/project/guide.md"]
#tasks = true

# What one tool may do, under its exact name.
#[external_tools.tools.search]
#effect = "search"
#risk = "low"
#footprint = { selectors = [{ kind = "scoped_argument", family = "company-docs", field = "query", access = "read" }] }

# A server at an address. The variable holds the whole header value, such as Bearer and a token.
#[[external_tools]]
#id = "records"
#transport = "streamable_http"
#url = "https://tools.example.test/mcp"
#headers_from_env = { Authorization = "RECORDS_AUTHORIZATION" }

#[external_tools.tools.lookup]
#effect = "data_read"
#risk = "low"
#footprint = { selectors = [{ kind = "scoped_argument", family = "records", field = "id", access = "read" }] }
`;
