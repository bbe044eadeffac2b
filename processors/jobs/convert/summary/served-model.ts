// A model behind any server that speaks the OpenAI-compatible protocol, as the operator configured it.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText } from 'ai'
import type { SummaryModel } from './model.ts'

export interface ServedModelOptions {
  /** Up to and including the version, as in http://localhost:8000/v1. */
  readonly url: string
  readonly name: string
  readonly apiKey: string | null
}

// Words of any language, and room for a model that thinks aloud.
const tokensPerWord = 8

export function createServedModel({ url, name, apiKey }: ServedModelOptions): SummaryModel {
  const provider = createOpenAICompatible({ name: 'configured', baseURL: url, ...(apiKey === null ? {} : { apiKey }) })
  const model = provider.chatModel(name)
  return {
    name,
    async complete({ system, prompt, maxWords, signal }) {
      const answer = await generateText({
        model,
        instructions: system,
        prompt,
        temperature: 0,
        maxOutputTokens: maxWords * tokensPerWord,
        maxRetries: 1,
        abortSignal: signal,
      })
      return answer.text
    },
  }
}
