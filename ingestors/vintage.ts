// Facts of upstreams that revise silently carry the time we saw them as their revision; it alone is no reason to log them again.
import Type from 'typebox'

export const vintage = Type.String({
  format: 'date-time',
  description: 'when this value was fetched; a later one revises an earlier one',
})

export const revisedByVintage = {
  revision: (value: { vintage: string }) => BigInt(Date.parse(value.vintage)),
  volatile: ['vintage'] as const,
}
