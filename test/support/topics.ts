// The origin of facts that tests make up.
import type { Origin } from '../../db/log/topic.ts'

export const testOrigin: Origin = {
  id: 'test',
  name: 'Made up by a test',
  url: 'https://example.com/',
  licence: 'none',
  attribution: '',
}
