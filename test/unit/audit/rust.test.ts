// Each mistake of a Solana program beside its mended twin: the one is found on its line, the other is not.
import { expect, test } from 'vitest'
import { findingsOf } from '../../../processors/jobs/audit/report.ts'
import { analyseRust } from '../../../processors/jobs/audit/rust/engine.ts'
import { rustRules } from '../../../processors/jobs/audit/rust/rules/index.ts'
import { twins as firstTwins } from '../../support/rust-twins.ts'
import { askedTwins } from '../../support/rust-twins-asked.ts'
import { framedTwins } from '../../support/rust-twins-framed.ts'
import { keptTwins } from '../../support/rust-twins-kept.ts'
import { namedTwins } from '../../support/rust-twins-named.ts'
import { passedTwins } from '../../support/rust-twins-passed.ts'
import { plainTwins } from '../../support/rust-twins-plain.ts'
import { signedTwins } from '../../support/rust-twins-signed.ts'
import { takenTwins } from '../../support/rust-twins-taken.ts'

const twins = [
  ...firstTwins,
  ...askedTwins,
  ...namedTwins,
  ...framedTwins,
  ...plainTwins,
  ...passedTwins,
  ...keptTwins,
  ...takenTwins,
  ...signedTwins,
]

const found = (files: Record<string, string>) => {
  const given = Object.entries(files).map(([path, text]) => ({ path, text }))
  return findingsOf(analyseRust(given), given, rustRules)
}
const linesOf = (detector: string, text: string) =>
  found({ 'lib.rs': text }).flatMap((one) => (one.detector === detector ? [one.line_start] : []))

test.each(twins)('$detector: $what', ({ detector, broken, mended }) => {
  const line = broken.split('\n').findIndex((one) => one.includes('// <-')) + 1
  expect(line).toBeGreaterThan(0)
  expect(linesOf(detector, broken)).toEqual([line])
  expect(linesOf(detector, mended)).toEqual([])
})

test('every rule has a twin', () => {
  expect(rustRules.map(({ id }) => id).filter((id) => !twins.some(({ detector }) => detector === id))).toEqual([])
})

test('every rule is told apart by its name, and says why, how and what to do', () => {
  expect(new Set(rustRules.map(({ id }) => id)).size).toBe(rustRules.length)
  for (const { id, why, exploit, fix, cwe } of rustRules) {
    expect(id).toMatch(/^[a-z][a-z-]*$/)
    expect([why, exploit, fix].every((text) => /^[\p{L}_].*\.$/u.test(text))).toBe(true)
    expect(cwe).toMatch(/^CWE-\d+$/)
  }
})

const handler = `use anchor_lang::prelude::*;
use crate::state::*;
#[derive(Accounts)]
pub struct Set<'info> {
  #[account(mut)] pub vault: Account<'info, Vault>,
  pub owner: Signer<'info>,
}
pub fn handler(ctx: Context<Set>, to: u64) -> Result<()> { CHECK write(&mut ctx.accounts.vault, to) }
fn write(vault: &mut Vault, to: u64) -> Result<()> { vault.limit = to; Ok(()) }
`
const state = '#[account]\npub struct Vault { pub owner: Pubkey, pub limit: u64 }\n'
const check = 'require_keys_eq!(ctx.accounts.vault.owner, ctx.accounts.owner.key());'

test('a write two calls and two files away counts, and so does a check', () => {
  const broken = found({ 'src/state.rs': state, 'src/set.rs': handler.replace('CHECK', '') })
  expect(broken.map(({ detector, file, line_start }) => [detector, file, line_start])).toContainEqual([
    'account-mismatch',
    'src/set.rs',
    9,
  ])
  const mended = found({ 'src/state.rs': state, 'src/set.rs': handler.replace('CHECK', check) })
  expect(mended.filter(({ severity }) => severity === 'high')).toEqual([])
})

test('what #[access_control] calls is a check', () => {
  const guarded = handler
    .replace('pub fn handler', '#[access_control(ctx.accounts.validate())]\npub fn handler')
    .replace('CHECK', '')
    .concat(
      "impl<'info> Set<'info> { fn validate(&self) -> Result<()> { require!(self.vault.owner == self.owner.key(), E::No); Ok(()) } }\n",
    )
  expect(found({ 'src/state.rs': state, 'src/set.rs': guarded }).filter(({ severity }) => severity === 'high')).toEqual([])
})

test('of two programs with a struct of the same name each keeps its own', () => {
  const tied = handler.replace('#[account(mut)]', '#[account(mut, has_one = owner)]').replace('CHECK', '')
  const files = { 'a/src/lib.rs': handler.replace('CHECK', '') + state, 'b/src/lib.rs': tied + state }
  const high = found(files).filter(({ severity }) => severity === 'high')
  expect(high.map(({ file }) => file)).toEqual(['a/src/lib.rs'])
})

test('what is compiled for tests only is not judged', () => {
  const text = `${twins[0]!.mended}\n#[cfg(test)]\nmod tests { use super::*; pub fn t(ctx: Context<Log>) -> Result<()> { ctx.remaining_accounts; Ok(()) } }\n`
  const names = analyseRust([{ path: 'lib.rs', text }]).surface.entry_points
  expect(names).toBe(1)
})

test('methods of an accounts struct are read where their handlers were not given, and not twice where they were', () => {
  const struct = (holder: string) =>
    `use anchor_lang::prelude::*;\n#[derive(Accounts)]\npub struct Take<'info> {\n#[account(mut, has_one = owner)]\npub vault: Account<'info, Vault>,\n/// CHECK: none\npub owner: ${holder}<'info>,\n/// CHECK: none\n#[account(mut)]\npub to: UncheckedAccount<'info>,\n}\nimpl<'info> Take<'info> {\npub fn take(&mut self, n: u64) -> Result<()> {\nself.vault.sub_lamports(n)?;\nself.to.add_lamports(n)?;\nOk(())\n}\n}\n#[account]\npub struct Vault { pub owner: Pubkey }\n`
  const handler =
    '#[program]\npub mod shop { use super::*; pub fn take(ctx: Context<Take>, n: u64) -> Result<()> { ctx.accounts.take(n) } }\n'
  const raised = (text: string) =>
    found({ 'lib.rs': text }).flatMap(({ detector, severity }) =>
      severity === 'high' || severity === 'critical' ? [detector] : [],
    )
  expect(raised(struct('UncheckedAccount'))).toEqual(['missing-signer'])
  expect(raised(struct('UncheckedAccount') + handler)).toEqual(['missing-signer'])
  expect(raised(struct('Signer'))).toEqual([])
})

const shop = (
  body: string,
  fields: string,
  state = 'pub owner: Pubkey, pub amount: u64, pub other: u64, pub bump: u8',
) => `use anchor_lang::prelude::*;
#[account]
pub struct Shop { ${state} }
#[derive(Accounts)]
pub struct Go<'info> {
  ${fields}
  pub user: Signer<'info>,
}
impl<'info> Go<'info> {
  pub fn go(&mut self, n: u64, bumps: &GoBumps) -> Result<()> { ${body} Ok(()) }
}
`
const worse = (text: string) =>
  found({ 'lib.rs': text }).flatMap(({ detector, severity }) => (severity === 'low' || severity === 'info' ? [] : [detector]))

test('anybody may pay in, trade with a pool, and keep the bump that Anchor found', () => {
  const mut = "#[account(mut)] pub shop: Account<'info, Shop>,"
  expect(worse(shop('self.shop.amount = self.shop.amount.checked_add(n).unwrap();', mut))).toEqual([])
  expect(worse(shop('self.shop.amount = self.shop.amount.checked_sub(n).unwrap();', mut))).toEqual(['authority-not-asked'])
  expect(worse(shop('self.shop.amount += n; self.shop.other -= n * 2;', mut))).toEqual([])
  const init =
    '#[account(init, payer = user, space = 99, seeds = [b"shop", user.key().as_ref()], bump)] pub shop: Account<\'info, Shop>,'
  expect(worse(shop('self.shop.bump = bumps.shop;', init))).toEqual([])
})

test('the program of a context is the one it was made with, whoever reads it out', () => {
  const call = (program: string) => `use anchor_lang::prelude::*;
#[derive(Accounts)]
pub struct Call<'info> {
  /// CHECK: called
  pub other: ${program},
  pub user: Signer<'info>,
}
pub fn call(ctx: Context<Call>) -> Result<()> {
  let context = CpiContext::new(ctx.accounts.other.to_account_info(), Make { user: ctx.accounts.user.to_account_info() });
  invoke(&Instruction { program_id: context.program.key(), accounts: vec![], data: vec![] }, &[ctx.accounts.user.to_account_info()])?;
  Ok(())
}
`
  expect(worse(call("UncheckedAccount<'info>"))).toEqual(['arbitrary-cpi'])
  expect(worse(call("Program<'info, Other>"))).toEqual([])
})

test('the seeds of an account that is being made sign for its own place', () => {
  const made = (instruction: string) => `use anchor_lang::prelude::*;
#[derive(Accounts)]
pub struct Make<'info> {
  #[account(mut)]
  pub payer: Signer<'info>,
  /// CHECK: made here
  #[account(mut)]
  pub place: UncheckedAccount<'info>,
}
pub fn make(ctx: Context<Make>, n: u64) -> Result<()> {
  let seeds: &[&[&[u8]]] = &[&[b"place", &[255]]];
  invoke_signed(&system_instruction::${instruction}(ctx.accounts.payer.key, ctx.accounts.place.key, n), &[], seeds)?;
  Ok(())
}
`
  expect(worse(made('create_account'))).toEqual([])
  expect(worse(made('transfer'))).toEqual(['pda-signs-for-anybody'])
})

test('one missing check is told once: what follows from it is a note, and a closing is a closing', () => {
  const paid = (tie: string) => `use anchor_lang::prelude::*;
#[account]
pub struct Vault { pub owner: Pubkey, pub total: u64, pub bump: u8 }
#[derive(Accounts)]
pub struct Pay<'info> {
  #[account(mut${tie})]
  pub vault: Account<'info, Vault>,
  pub owner: Signer<'info>,
  #[account(mut)]
  pub coins: Account<'info, TokenAccount>,
  #[account(mut)]
  pub to: Account<'info, TokenAccount>,
  pub token_program: Program<'info, Token>,
}
pub fn pay(ctx: Context<Pay>, n: u64) -> Result<()> {
  let seeds: &[&[&[u8]]] = &[&[b"vault", &[ctx.accounts.vault.bump]]];
  let accounts = Transfer { from: ctx.accounts.coins.to_account_info(), to: ctx.accounts.to.to_account_info(), authority: ctx.accounts.vault.to_account_info() };
  token::transfer(CpiContext::new_with_signer(ctx.accounts.token_program.to_account_info(), accounts, seeds), n)?;
  ctx.accounts.vault.total = ctx.accounts.vault.total.checked_sub(n).unwrap();
  Ok(())
}
`
  const told = (text: string) =>
    found({ 'lib.rs': text }).filter(({ detector }) => /^(account-mismatch|pda-signs-for-anybody)$/.test(detector))
  expect(told(paid('')).map(({ detector, severity }) => [detector, severity])).toEqual([
    ['account-mismatch', 'high'],
    ['pda-signs-for-anybody', 'low'],
  ])
  expect(told(paid(', has_one = owner'))).toEqual([])

  const closed = `use anchor_lang::prelude::*;
#[account]
pub struct Vault { pub owner: Pubkey }
#[derive(Accounts)]
pub struct End<'info> {
  #[account(mut)]
  pub vault: Account<'info, Vault>,
  #[account(mut)]
  pub owner: Signer<'info>,
}
pub fn end(ctx: Context<End>) -> Result<()> {
  let all = ctx.accounts.vault.to_account_info().lamports();
  **ctx.accounts.owner.lamports.borrow_mut() += all;
  **ctx.accounts.vault.to_account_info().lamports.borrow_mut() = 0;
  Ok(())
}
`
  expect(worse(closed).sort()).toEqual(['closed-by-anybody', 'closed-by-lamports'])
})

test('a role is access, an owner of one of many is a match', () => {
  const set = (who: string) => `use anchor_lang::prelude::*;
#[account]
pub struct State { pub ${who}: Pubkey, pub limit: u64 }
#[derive(Accounts)]
pub struct Set<'info> {
  #[account(mut)]
  pub state: Account<'info, State>,
  pub ${who}: Signer<'info>,
}
pub fn set(ctx: Context<Set>, n: u64) -> Result<()> {
  ctx.accounts.state.limit = n;
  Ok(())
}
`
  const asking = `
#[derive(Accounts)]
pub struct End<'info> {
  #[account(mut, has_one = owner)]
  pub state: Account<'info, State>,
  pub owner: Signer<'info>,
}
pub fn end(ctx: Context<End>) -> Result<()> {
  ctx.accounts.state.limit = 0;
  Ok(())
}
`
  expect(worse(`${set('owner')}${asking}`)).toEqual(['account-mismatch'])
  expect(worse(set('owner'))).toEqual(['account-mismatch'])
  // Where no instruction ever asks whose it is, and it only counts, what the key is kept for is not known.
  expect(worse(set('owner').replace('= n', '+= 1'))).toEqual([])
  expect(worse(set('admin'))).toEqual(['authority-not-asked'])
})

test('two thousand accounts of one kind in one instruction end, with as many findings as somebody may read', () => {
  const names = Array.from({ length: 2_000 }, (_, at) => `v${at}`)
  const source = `use anchor_lang::prelude::*;
#[account] pub struct Vault { pub owner: Pubkey, pub n: u64 }
#[derive(Accounts)]
pub struct All<'info> { pub owner: Signer<'info>,
${names.map((name) => `#[account(mut)] pub ${name}: Account<'info, Vault>,`).join('\n')}
}
pub fn all(ctx: Context<All>, n: u64) -> Result<()> {
${names.map((name) => `ctx.accounts.${name}.n = n;`).join('\n')}
Ok(())
}
`
  const twice = found({ 'lib.rs': source }).filter(({ detector }) => detector === 'same-account-twice')
  expect(twice.length).toBeGreaterThan(0)
  expect(twice.length).toBeLessThan(800)
})
