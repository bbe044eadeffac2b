// What Kafka calls an error, also where kafkajs has gathered several in one.

export const typeOf = (error: unknown): string => {
  const { type, errors } = error as { readonly type?: string; readonly errors?: readonly { readonly type?: string }[] }
  return type ?? errors?.find((one) => one.type !== undefined)?.type ?? ''
}
