// The pages for people in a real Chromium, on one started program: read, paid on, in trouble, and for documents.
import { afterAll, beforeAll, describe } from 'vitest'
import { whyNoBrowser } from '../support/browser.ts'
import { prepareConsoleWorld } from '../support/console-world.ts'
import { describeDocuments } from './console/documents.ts'
import { describePages } from './console/pages.ts'
import { describePaying } from './console/paying.ts'
import { describeTrouble } from './console/trouble.ts'

describe.skipIf(whyNoBrowser !== '')(`in a browser${whyNoBrowser}`, { timeout: 240_000 }, () => {
  const { world, start, close } = prepareConsoleWorld()
  beforeAll(start, 400_000)
  afterAll(close)

  describe('the console', () => describePages(world))
  describe('paying in the console', () => describePaying(world))
  describe('a person in trouble', () => describeTrouble(world))
  describe('the documents page', () => describeDocuments(world))
})
