// Requests to read a page: its URL and how the text is wanted.
import { defineRequests } from '../request-topic.ts'
import { ReadInput } from './answer.ts'

export const readRequests = defineRequests({
  name: 'read.requested.v1',
  origin: { name: 'The page the caller named', licence: 'the publisher’s' },
  asked: ReadInput.properties,
})
