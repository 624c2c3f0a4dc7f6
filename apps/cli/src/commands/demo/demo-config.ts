/** The demo's configuration: one server, and a policy for each of its tools but one. */
export function demoConfig(serverCommand: readonly string[]): string {
  return `[[external_tools]]
id = "notes"
transport = "stdio"
command = ${JSON.stringify(serverCommand)}

[external_tools.tools.search]
effect = "search"
risk = "low"
footprint = { selectors = [{ kind = "literal", resource = "notes", access = "read" }] }

[external_tools.tools.add_note]
effect = "data_write"
risk = "medium"
footprint = { selectors = [{ kind = "scoped_argument", family = "note", field = "title", access = "write" }] }

[external_tools.tools.add_note_and_crash]
effect = "data_write"
risk = "medium"
footprint = { selectors = [{ kind = "scoped_argument", family = "note", field = "title", access = "write" }] }

[external_tools.tools.read_note]
effect = "data_read"
risk = "low"
footprint = { selectors = [{ kind = "scoped_argument", family = "note", field = "title", access = "read" }] }
`;
}
