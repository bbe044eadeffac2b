// Sources that grow in one direction, of chances that a seed decides: what wears an analysis out that asks everything of everything.
type Chance = (most: number) => number
export type Shape = 'functions' | 'body' | 'chain' | 'state' | 'expressions' | 'inheritance' | 'loops' | 'conditions'
export const shapes: readonly Shape[] = [
  'functions',
  'body',
  'chain',
  'state',
  'expressions',
  'inheritance',
  'loops',
  'conditions',
]

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0 || 1
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

/** Parts are added until the source has the bytes that are asked for. */
function fill(head: string, tail: string, bytes: number, part: (index: number) => string): string {
  const parts = [head]
  let size = head.length + tail.length
  for (let i = 0; size < bytes; i++) {
    const next = part(i)
    parts.push(next)
    size += next.length
  }
  return parts.join('') + tail
}

const solidityLines: readonly ((at: Chance) => string)[] = [
  (at) => `s${at(9)} += amount * s${at(9)} / ${at(50) + 2};`,
  (at) => `(bool ok${at(999)}, ) = who.call{value: amount}(data); book[msg.sender] -= amount;`,
  (at) => `require(book[who] >= amount + ${at(99)}, "no"); book[who] = book[who] - amount;`,
  (at) => `if (block.timestamp % ${at(20) + 1} == 0) { payable(who).transfer(s${at(9)}); }`,
  (at) => `list.push(amount); uint local${at(9999)} = list[amount] * ${at(9)} - amount;`,
  () =>
    'address signer = ecrecover(keccak256(abi.encodePacked(name, data)), 27, bytes32(amount), bytes32(amount)); owner = signer;',
  (at) => `token.transferFrom(who, address(this), amount); s${at(9)} = token.balanceOf(address(this));`,
  () => 'for (uint i = 0; i < list.length; i++) { payable(who).send(list[i]); }',
  (at) => `unchecked { s${at(9)} = amount - s${at(9)}; uint8 small = uint8(amount); s0 += small; }`,
  () => 'assembly { let x := mload(0x40) sstore(x, amount) }',
  () => 'uint price = feed.latestAnswer() * token.balanceOf(pool) / 1e18; book[msg.sender] = price;',
  (at) => `Note storage note${at(999)} = notes[amount]; note${at(999)}.value = amount; delete notes[amount];`,
]
const solidityState =
  'uint s0; uint s1; uint s2; uint s3; uint s4; uint s5; uint s6; uint s7; uint s8; address owner; address pool; IToken token; IFeed feed; mapping(address => uint) book; uint[] list; struct Note { uint value; mapping(uint => uint) inner; } mapping(uint => Note) notes;\n'
const solidityHead = 'pragma solidity ^0.7.0;\n'
const solidityParams = 'address who, uint amount, bytes memory data, string memory name'

function solidity(shape: Shape, bytes: number, at: Chance): string {
  const line = () => solidityLines[at(solidityLines.length)]!(at)
  const door = `(${solidityParams}) public payable`
  const open = `${solidityHead}contract Grown {\n${solidityState}`
  switch (shape) {
    case 'functions':
      return fill(open, '}', bytes, (i) => `function f${i}${door} { ${line()} ${line()} }\n`)
    case 'body':
      return fill(`${open}function f${door} {\n`, '}}', bytes, () => `${line()}\n`)
    case 'chain':
      return fill(
        open,
        '}',
        bytes,
        (i) =>
          `function f${i}${door} { ${line()} f${i + 1}(who, amount, data, name); f${i + 2}(who, amount, data, name); _g${i}(amount); }\nfunction _g${i}(uint n) internal { s0 = n; _g${i + 1}(n); }\n`,
      )
    case 'state':
      return fill(
        open,
        '}',
        bytes,
        (i) =>
          `uint public v${i} = ${at(99)}; function w${i}(uint n) external { v${at(i + 1)} = n; ${line().replaceAll('amount', 'n')} }\n`,
      )
    case 'expressions':
      return fill(
        `${open}function f${door} {\n`,
        '}}',
        bytes,
        (i) =>
          `s${at(9)} = ${chain(20, () => `(amount ${'+-*/'[at(4)]} s${at(9)} - book[who])`, ' + ')}; uint e${i} = s0${' * amount'.repeat(8)};\n`,
      )
    case 'inheritance':
      return fill(
        `${solidityHead}contract C0 {\n${solidityState} modifier m0() { require(msg.sender == owner); _; } }\n`,
        '',
        bytes,
        (i) =>
          `contract C${i + 1} is C${i} { uint t${i}; modifier m${i + 1}() virtual { require(t${i} > 0); _; } function f${i}${door} m${at(i + 1)} { t${i} = amount; ${line()} } function same(uint n) public virtual { t${i} = n; } }\n`,
      )
    case 'loops':
      return fill(
        open,
        '}',
        bytes,
        (i) => `function f${i}${door} { ${'for (uint i = 0; i < list.length; i++) { '.repeat(20)}${line()}${'}'.repeat(20)} }\n`,
      )
    case 'conditions':
      return fill(
        `${open}function f${door} {\n`,
        '}}',
        bytes,
        () =>
          `require(s${at(9)} < amount && who != owner); assert(list[${at(99)}] == ${at(99)}); if (amount > s${at(9)}) { ${line()} }\n`,
      )
  }
}

const chain = (count: number, part: () => string, by: string): string => Array.from({ length: count }, part).join(by)

const rustLines: readonly ((at: Chance) => string)[] = [
  (at) => `let v${at(999)} = ctx.accounts.a${at(9)}.amount + n * ${at(99) + 1};`,
  (at) => `ctx.accounts.a${at(9)}.amount -= n;`,
  (at) => `require!(ctx.accounts.a${at(9)}.owner == ctx.accounts.who.key(), E::No);`,
  (at) => `let t${at(999)} = Token::unpack(&ctx.accounts.raw.data.borrow())?; msg!("{}", t0.amount);`,
  (at) =>
    `invoke(&system_instruction::transfer(ctx.accounts.who.key, ctx.accounts.raw.key, n), &[ctx.accounts.raw.clone(), ctx.accounts.who.clone()])?; let c${at(99)} = n as u8;`,
  (at) => `let (k${at(99)}, b) = Pubkey::find_program_address(&[b"seed", ctx.accounts.who.key().as_ref()], ctx.program_id);`,
  () => '**ctx.accounts.raw.try_borrow_mut_lamports()? -= n; **ctx.accounts.who.try_borrow_mut_lamports()? += n;',
  (at) => `if ctx.accounts.a${at(9)}.amount > n { ctx.accounts.a${at(9)}.amount = n.checked_sub(${at(9)}).unwrap(); }`,
  () =>
    'token::transfer(CpiContext::new(ctx.accounts.raw.to_account_info(), Transfer { from: ctx.accounts.raw.clone(), to: ctx.accounts.who.clone(), authority: ctx.accounts.who.clone() }), n)?;',
]
const rustHead = 'use anchor_lang::prelude::*;\n'
const nine = Array.from({ length: 9 }, (_, i) => `#[account(mut)] pub a${i}: Account<'info, Vault>,`).join('\n')
const rustAccounts = (name: string) =>
  `#[derive(Accounts)]\npub struct ${name}<'info> {\n${nine}\n/// CHECK: none\n#[account(mut)] pub raw: AccountInfo<'info>,\n/// CHECK: none\npub who: AccountInfo<'info>,\n}\n`
const rustVault = '#[account]\npub struct Vault { pub owner: Pubkey, pub amount: u64, pub bump: u8 }\n'

function rust(shape: Shape, bytes: number, at: Chance): string {
  const line = () => rustLines[at(rustLines.length)]!(at)
  const door = (i: number) => `pub fn f${i}(ctx: Context<A>, n: u64) -> Result<()>`
  const open = `${rustHead}${rustAccounts('A')}${rustVault}#[program]\npub mod grown {\nuse super::*;\n`
  switch (shape) {
    case 'functions':
      return fill(open, '}', bytes, (i) => `${door(i)} { ${line()} ${line()} Ok(()) }\n`)
    case 'body':
      return fill(`${open}${door(0)} {\n`, 'Ok(()) }}', bytes, () => `${line()}\n`)
    case 'chain':
      return fill(
        open,
        '}',
        bytes,
        (i) =>
          `${door(i)} { ${line()} g${i}(&ctx.accounts.raw, n)?; Ok(()) }\nfn g${i}(a: &AccountInfo, n: u64) -> Result<()> { let x = n + ${at(9)}; g${i + 1}(a, x)?; g${i + 2}(a, x) }\n`,
      )
    case 'state':
      return fill(`${open}${door(0)} { ${line()} Ok(()) }\n}\n`, '', bytes, (i) => `${rustVault.replace('Vault', `V${i}`)}`)
    case 'expressions':
      return fill(
        `${open}${door(0)} {\n`,
        'Ok(()) }}',
        bytes,
        (i) => `let e${i} = ${chain(40, () => `(n ${'+-*/'[at(4)]} ctx.accounts.a${at(9)}.amount)`, ' + ')};\n`,
      )
    case 'inheritance':
      return fill(
        `${rustHead}${rustVault}#[program]\npub mod grown {\nuse super::*;\npub fn f(ctx: Context<A0>, n: u64) -> Result<()> { ctx.accounts.own.amount = n; Ok(()) }\n}\n`,
        '',
        bytes,
        (i) =>
          `#[derive(Accounts)]\npub struct A${i}<'info> {\n#[account(mut, has_one = owner, constraint = own.amount > ${at(99)})] pub own: Account<'info, Vault>,\npub owner: AccountInfo<'info>,\npub next: A${i + 1}<'info>,\n}\nimpl<'info> A${i}<'info> { pub fn go(&mut self, n: u64) -> Result<()> { self.own.amount += n; self.next.go(n) } }\n`,
      )
    case 'loops':
      return fill(open, '}', bytes, (i) => `${door(i)} { ${'for x in 0..n { '.repeat(30)}${line()}${'}'.repeat(30)} Ok(()) }\n`)
    case 'conditions':
      return fill(
        `${open}${door(0)} {\n`,
        'Ok(()) }}',
        bytes,
        () =>
          `require!(ctx.accounts.a${at(9)}.amount < n, E::No); if ctx.accounts.raw.key() != ctx.accounts.a${at(9)}.key() { ${line()} }\n`,
      )
  }
}

const moveLines: readonly ((at: Chance) => string)[] = [
  (at) => `v.s${at(9)} = v.s${at(9)} / ${at(9) + 1} * n;`,
  (at) => `assert!(v.s${at(9)} > n, ${at(99)});`,
  (at) => `let l${at(999)} = (n as u8) + (v.s${at(9)} as u8);`,
  () => 'transfer::public_transfer(coin::take(&mut v.funds, n, ctx), tx_context::sender(ctx));',
  (at) => `if (clock::timestamp_ms(clock) % ${at(9) + 2} == 0) { v.owner = to; };`,
  (at) => `while (n < v.s${at(9)}) { vector::push_back(&mut v.list, n); };`,
  (at) => `let w${at(999)} = n << ${at(99)}; v.s0 = v.s0 + w0 * n;`,
  () => 'table::add(&mut v.book, to, n); let b = table::borrow_mut(&mut v.book, to); *b = *b - n;',
  (at) => `let fee = n * ${at(99)} / 10000; balance::join(&mut v.funds, balance::split(&mut v.funds, fee));`,
]
const moveVault = `public struct Vault has key, store { id: UID, owner: address, funds: Balance<SUI>, list: vector<u64>, book: Table<address, u64>, ${Array.from({ length: 9 }, (_, i) => `s${i}: u64`).join(', ')} }\n`
const moveParams = 'v: &mut Vault, n: u64, to: address, clock: &Clock, ctx: &mut TxContext'

function move(shape: Shape, bytes: number, at: Chance): string {
  const line = () => moveLines[at(moveLines.length)]!(at)
  const open = `module grown::grown {\n${moveVault}fun init(ctx: &mut TxContext) { transfer::share_object(Vault { id: object::new(ctx) }); }\n`
  switch (shape) {
    case 'functions':
      return fill(open, '}', bytes, (i) => `public fun f${i}(${moveParams}) { ${line()} ${line()} }\n`)
    case 'body':
      return fill(`${open}public fun f(${moveParams}) {\n`, '}}', bytes, () => `${line()}\n`)
    case 'chain':
      return fill(
        open,
        '}',
        bytes,
        (i) =>
          `public fun f${i}(${moveParams}) { ${line()} f${i + 1}(v, n, to, clock, ctx); f${i + 2}(v, n, to, clock, ctx); g${i}(v, n); }\nfun g${i}(v: &mut Vault, n: u64) { v.s0 = n; g${i + 1}(v, n); }\n`,
      )
    case 'state':
      return fill(
        open,
        '}',
        bytes,
        (i) =>
          `public struct S${i} has key, store { id: UID, v: u64, next: address } public fun w${i}(s: &mut S${at(i + 1)}, n: u64, ctx: &mut TxContext) { s.v = n; transfer::share_object(S${i} { id: object::new(ctx), v: n, next: @0x1 }); }\n`,
      )
    case 'expressions':
      return fill(
        `${open}public fun f(${moveParams}) {\n`,
        '}}',
        bytes,
        (i) => `let e${i} = ${chain(40, () => `(n ${'+-*/'[at(4)]} v.s${at(9)})`, ' + ')};\n`,
      )
    case 'inheritance':
      return fill(
        '',
        '',
        bytes,
        (i) =>
          `module grown::m${i} {\nuse grown::m${i + 1};\npublic struct Cap has key, store { id: UID, n: u64 }\npublic fun go(c: &mut Cap, n: u64) { c.n = n; m${i + 1}::go(c, n); }\n}\n`,
      )
    case 'loops':
      return fill(
        open,
        '}',
        bytes,
        (i) => `public fun f${i}(${moveParams}) { ${'while (n > 0) { '.repeat(12)}${line()}${'}; '.repeat(12)} }\n`,
      )
    case 'conditions':
      return fill(
        `${open}public fun f(${moveParams}) {\n`,
        '}}',
        bytes,
        () => `assert!(v.s${at(9)} < n && to != v.owner, 1); if (n > v.s${at(9)}) { ${line()} };\n`,
      )
  }
}

const makers = { solidity, rust, move }
export type GrownLanguage = keyof typeof makers

export const grownSource = (language: GrownLanguage, shape: Shape, bytes: number, seed: number): string =>
  makers[language](shape, bytes, chanceOf(seed))
