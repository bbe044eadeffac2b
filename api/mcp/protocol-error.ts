// An error of the protocol in our words alone: its library writes the code before them, and every client's does so once more.
import { type ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'

export const protocolError = (code: ErrorCode, message: string): McpError =>
  Object.assign(new McpError(code, message), { message })
