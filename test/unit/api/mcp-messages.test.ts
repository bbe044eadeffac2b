// Messages spoilt at random: whoever wrote one wrong is told so, and never that something failed on our side.
import { describe, expect, test } from 'vitest'
import { faultOf } from '../../../api/mcp/messages.ts'
import fc from '../../support/chance.ts'

const calls = [
  { jsonrpc: '2.0', id: 1, method: 'ping' },
  { jsonrpc: '2.0', id: 'a', method: 'tools/list', params: { cursor: 'x' } },
  { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'prices', arguments: {}, _meta: { progressToken: 1 } } },
  {
    jsonrpc: '2.0',
    id: 3,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 4, method: 'tools/destroy', params: { any: 'thing' } },
]

test.each(calls)('$method as it should be passes', (message) => {
  expect(faultOf(message)).toBeNull()
})

test.each([
  [{ jsonrpc: '2.0', id: 1, method: 'tools/call' }, -32602, 'params is required.'],
  [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, -32602, 'params.name is required.'],
  [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', _meta: 'x' } }, -32602, 'params._meta must be an object.'],
  [{ jsonrpc: '2.0', id: null, method: 'tools/call', params: { name: 'x' } }, -32600, 'id must be text or a whole number.'],
  [{ jsonrpc: '2.0', id: 1, method: 'ping', also: 1 }, -32600, expect.stringContaining('beside jsonrpc')],
  [{ jsonrpc: '2.0', id: 1 }, -32600, expect.stringContaining('method is required')],
])('%j is told what it lacks', (message, code, says) => {
  expect(faultOf(message)).toMatchObject({ code, message: says })
})

describe('anything at all', () => {
  test('is taken, or refused in words by the caller’s codes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.record({ jsonrpc: fc.constant('2.0'), id: fc.jsonValue(), method: fc.jsonValue(), params: fc.jsonValue() }),
          fc.record({
            jsonrpc: fc.constant('2.0'),
            id: fc.integer(),
            method: fc.constantFrom('ping', 'tools/call', 'tools/list', 'initialize'),
            params: fc.oneof(
              fc.jsonValue(),
              fc.record({ name: fc.jsonValue(), arguments: fc.jsonValue(), _meta: fc.jsonValue() }, { requiredKeys: [] }),
            ),
          }),
        ),
        (message) => {
          const fault = faultOf(JSON.parse(JSON.stringify(message)))
          if (fault === null) return
          expect([-32600, -32602]).toContain(fault.code)
          expect(fault.message).toMatch(/^\S.*\.$/s)
          expect(fault.message.length).toBeLessThan(500)
        },
      ),
      { numRuns: 500 },
    )
  })
})
