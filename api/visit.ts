// Whether a person opened this address in a browser: only a browser says so, and of nothing that a page or a program asks for.
import type { FastifyRequest } from 'fastify'

export const isVisit = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && method === 'GET'
