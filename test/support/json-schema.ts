// Published schemas as a stranger's validator of JSON Schema 2020-12 takes them.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

// Each is asked a few times: tidying the code that is written for it takes longer than all that.
const code = { optimize: false }
const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true, code })
formats.default(ajv)
const known = new Map<object, ValidateFunction>()

/** Throws where it is no schema. As JSON: the schema library hides more in it than what is sent. */
export function published(schema: object): ValidateFunction {
  const validate = known.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema)))
  known.set(schema, validate)
  return validate
}

export function faultsOf(schema: object, value: unknown): string[] {
  const validate = published(schema)
  return validate(value) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
}
