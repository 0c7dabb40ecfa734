"""The query checker: schema, tenant and time are proven on the text of a `.rq` file, before anything runs it."""
