// The tree of a Move file: modules with their structs and functions, and expressions as detectors walk them.
export type Span = { readonly line: number; readonly end: number }

export type Type =
  | { readonly kind: 'path'; readonly path: readonly string[]; readonly args: readonly Type[] }
  | { readonly kind: 'ref'; readonly isMut: boolean; readonly to: Type }
  | { readonly kind: 'tuple'; readonly items: readonly Type[] }
  | { readonly kind: 'function'; readonly params: readonly Type[]; readonly result: Type | null }

export type Pattern = {
  /** The names it binds, with the field or place each comes from. */
  readonly names: readonly { readonly name: string; readonly field: string | null }[]
  readonly path: readonly string[] | null
}

export type Field = { readonly name: string; readonly value: Expr }
export type Arm = { readonly pattern: Pattern; readonly guard: Expr | null; readonly body: Expr }

export type Expr = Span &
  (
    | { readonly kind: 'name'; readonly path: readonly string[]; readonly typeArgs: readonly Type[] }
    | { readonly kind: 'literal'; readonly of: 'number' | 'bool' | 'address' | 'text'; readonly text: string }
    | Call
    | Method
    | { readonly kind: 'apply'; readonly callee: Expr; readonly args: readonly Expr[] }
    | { readonly kind: 'field'; readonly on: Expr; readonly name: string }
    | { readonly kind: 'index'; readonly on: Expr; readonly index: Expr }
    | { readonly kind: 'binary'; readonly op: string; readonly left: Expr; readonly right: Expr }
    | { readonly kind: 'unary'; readonly op: string; readonly value: Expr }
    | { readonly kind: 'borrow'; readonly isMut: boolean; readonly value: Expr }
    | { readonly kind: 'cast'; readonly value: Expr; readonly type: Type }
    | { readonly kind: 'is'; readonly value: Expr; readonly type: Type }
    | { readonly kind: 'assign'; readonly op: string; readonly left: Expr; readonly right: Expr }
    | { readonly kind: 'let'; readonly pattern: Pattern; readonly type: Type | null; readonly value: Expr | null }
    | { readonly kind: 'block'; readonly body: readonly Expr[]; readonly hasValue: boolean }
    | { readonly kind: 'if'; readonly test: Expr; readonly then: Expr; readonly otherwise: Expr | null }
    | Loop
    | { readonly kind: 'match'; readonly on: Expr; readonly arms: readonly Arm[] }
    | { readonly kind: 'leave'; readonly how: 'return' | 'abort' | 'break' | 'continue'; readonly value: Expr | null }
    | { readonly kind: 'lambda'; readonly params: readonly string[]; readonly body: Expr }
    | {
        readonly kind: 'pack'
        readonly path: readonly string[]
        readonly typeArgs: readonly Type[]
        readonly fields: readonly Field[]
      }
    | { readonly kind: 'list'; readonly of: 'vector' | 'tuple'; readonly items: readonly Expr[] }
    | { readonly kind: 'spec' }
  )

export type Call = Span & {
  readonly kind: 'call'
  readonly path: readonly string[]
  readonly typeArgs: readonly Type[]
  readonly args: readonly Expr[]
  readonly isMacro: boolean
}
export type Method = Span & {
  readonly kind: 'method'
  readonly on: Expr
  readonly name: string
  readonly typeArgs: readonly Type[]
  readonly args: readonly Expr[]
  readonly isMacro: boolean
}
export type Loop = Span & {
  readonly kind: 'loop'
  readonly how: 'while' | 'loop' | 'for'
  readonly test: Expr | null
  readonly over: Pattern | null
  readonly body: Expr
}

export type TypeParam = { readonly name: string; readonly abilities: readonly string[]; readonly isPhantom: boolean }
export type Param = { readonly name: string; readonly type: Type }
export type Visibility = 'private' | 'public' | 'friend' | 'package'

export type FunctionItem = Span & {
  readonly name: string
  readonly visibility: Visibility
  readonly isEntry: boolean
  readonly isInline: boolean
  readonly isMacro: boolean
  readonly attributes: readonly string[]
  readonly typeParams: readonly TypeParam[]
  readonly params: readonly Param[]
  readonly result: Type | null
  readonly acquires: readonly string[]
  readonly body: Expr | null
}
export type StructItem = Span & {
  readonly name: string
  readonly isEnum: boolean
  readonly isPositional: boolean
  readonly abilities: readonly string[]
  readonly typeParams: readonly TypeParam[]
  readonly fields: readonly Param[]
  readonly attributes: readonly string[]
}
export type UseItem = { readonly path: readonly string[]; readonly alias: string }
export type ConstItem = Span & { readonly name: string; readonly type: Type; readonly value: Expr }
export type ModuleItem = Span & {
  readonly address: string
  readonly name: string
  readonly isScript: boolean
  readonly attributes: readonly string[]
  readonly uses: readonly UseItem[]
  readonly friends: readonly (readonly string[])[]
  readonly structs: readonly StructItem[]
  readonly functions: readonly FunctionItem[]
  readonly constants: readonly ConstItem[]
}
