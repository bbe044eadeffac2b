// The contract answer, field by field.
import {
  address,
  alsoOn,
  authority,
  deployment,
  flagFields,
  oneOf,
  privileged,
  proxyFields,
  readAt,
} from '../../families/address-report.ts'
import { count, fields, flag, list, maybe, moment, section, text } from '../../kit/index.ts'

const match = maybe(oneOf(['exact_match', 'match']))

export const verifyAnswer = fields({
  contract: {
    address,
    chain_id: count(),
    kind: oneOf(['contract', 'delegated_eoa']),
    delegate: maybe(address, 'whose code a delegated account runs (EIP-7702)'),
    chain_inferred: flag('no chain was named, and this is where the code was found'),
    also_on: alsoOn,
    block: readAt,
  },
  verification: {
    match: maybe(
      oneOf(['exact_match', 'match']),
      'of source and bytecode; exact: metadata and all. null: not verified, or not known',
    ),
    creation_match: match,
    runtime_match: match,
    verified_at: maybe(moment()),
    source: oneOf(['sourcify', 'none', 'unknown'], 'unknown: the registry did not answer'),
    name: maybe(text()),
    compiler: maybe(text()),
    language: maybe(text()),
    license: maybe(text()),
  },
  proxy: proxyFields,
  owner: authority,
  deployment,
  interface: {
    standards: list(text()),
    functions: count('found in the bytecode, the implementation’s included'),
    selectors: list({ selector: text(), signature: maybe(text()), arguments: text(), mutability: text() }),
  },
  privileged,
  bytecode: {
    size: count('bytes'),
    hash: text(),
    twin_of: maybe(
      section({ chain_id: count(), address }),
      'a contract with the very same code that somebody asked about lately; null: none was',
    ),
  },
  flags: list(flagFields, 'the gravest first'),
})
