// What a test of wounded answers leaves out: members that nobody looked at, and none but those.
import { expect, test } from 'vitest'
import { watchLooks } from '../../support/looks.ts'

const body = Object.freeze({ page: 1, rows: Object.freeze([Object.freeze({ id: 'a', unit: 'kg' }), { id: 'b', unit: 'kg' }]) })

test.each<{ how: string; read: (root: any) => unknown; looked: string[] }>([
  { how: 'nothing', read: () => null, looked: [] },
  { how: 'a member', read: (root) => root.page, looked: ['page'] },
  { how: 'a member of each', read: ({ rows }) => rows.map((row: any) => row.id), looked: ['rows', 'rows.0.id', 'rows.1.id'] },
  { how: 'whether it is there', read: (root) => 'page' in root, looked: ['page'] },
  { how: 'whether it has its own', read: (root) => Object.hasOwn(root, 'page'), looked: ['page'] },
  { how: 'which there are', read: (root) => Object.keys(root), looked: ['page', 'rows'] },
  { how: 'a copy', read: ({ rows }) => ({ ...rows.at(-1) }), looked: ['rows', 'rows.1.id', 'rows.1.unit'] },
  { how: 'what is taken apart', read: ({ rows: [{ id, ...rest }] }) => [id, rest], looked: ['rows', 'rows.0.id', 'rows.0.unit'] },
  {
    how: 'what is handed on and written out',
    read: (root) => JSON.stringify(root.rows[0]),
    looked: ['rows', 'rows.0.id', 'rows.0.unit'],
  },
])('$how', ({ read, looked }) => {
  const seen = new Set<string>()
  const told = JSON.stringify(read(watchLooks(body, (path) => seen.add(path))))
  expect(told).toBe(JSON.stringify(read(body)))
  const members = ['page', 'rows', 'rows.0.id', 'rows.0.unit', 'rows.1.id', 'rows.1.unit']
  expect(members.filter((member) => seen.has(member))).toEqual(looked)
})
