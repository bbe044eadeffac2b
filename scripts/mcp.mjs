#!/usr/bin/env node
// The bridge for agents, as a command of its own: `npx --yes /path/to/tollgate <url>` speaks MCP on stdin and stdout, from wherever it is started.
import { fileURLToPath } from 'node:url'

process.argv.splice(2, 0, fileURLToPath(new URL('../cli/mcp.ts', import.meta.url)))
await import('./run.mjs')
