// How heavily mistakes of a Solana program are told: once where one check is missing, and as notes where little hangs on them.
import { expect, test } from 'vitest'
import { findingsOf } from '../../../processors/jobs/audit/report.ts'
import { analyseRust } from '../../../processors/jobs/audit/rust/engine.ts'
import { rustRules } from '../../../processors/jobs/audit/rust/rules/index.ts'

const told = (text: string) => {
  const given = [{ path: 'lib.rs', text }]
  return findingsOf(analyseRust(given), given, rustRules).flatMap(({ detector, severity }) =>
    severity === 'info' || detector === 'unchecked-arithmetic' ? [] : [`${detector} ${severity}`],
  )
}
const program = (handler: string, accounts: string) => `use anchor_lang::prelude::*;
${handler}
#[derive(Accounts)]
pub struct Act<'info> {
${accounts}
}
#[account]
pub struct Purse { pub owner: Pubkey, pub held: u64, pub claimed: u64 }
`

test('two accounts that one signer may change lack one check', () => {
  const act = program(
    'pub fn act(ctx: Context<Act>, n: u64) -> Result<()> { ctx.accounts.one.held -= n;\nctx.accounts.two.held -= n; Ok(()) }',
    '#[account(mut, seeds = [b"1"], bump)] pub one: Account<\'info, Purse>, #[account(mut, seeds = [b"2"], bump)] pub two: Account<\'info, Purse>, pub owner: Signer<\'info>,',
  )
  expect(told(act)).toEqual(['authority-not-asked high', 'authority-not-asked low'])
})

test('what only counts up is paid into, unless money leaves beside it', () => {
  const act = (pay: string) =>
    program(
      `pub fn act(ctx: Context<Act>, n: u64) -> Result<()> { ctx.accounts.purse.claimed += n; ${pay} Ok(()) }`,
      "#[account(mut)] pub purse: Account<'info, Purse>, #[account(mut, seeds = [b\"p\"], bump)] pub pool: Account<'info, Purse>, #[account(mut)] pub user: Signer<'info>,",
    )
  expect(told(act(''))).toEqual([])
  const pay =
    '**ctx.accounts.pool.to_account_info().try_borrow_mut_lamports()? -= n; **ctx.accounts.user.to_account_info().try_borrow_mut_lamports()? += n;'
  expect(told(act(pay))).toContain('authority-not-asked high')
})

test('what a stranger sets to nothing is lost like what it sets to a number', () => {
  const act = (check: string) =>
    program(
      `pub fn act(ctx: Context<Act>) -> Result<()> { ${check} ctx.accounts.purse.held = 0; Ok(()) }`,
      "#[account(mut)] pub purse: Account<'info, Purse>, pub caller: Signer<'info>,",
    )
  expect(told(act(''))).toEqual(['authority-not-asked high'])
  expect(told(act('require_keys_eq!(ctx.accounts.purse.owner, ctx.accounts.caller.key());'))).toEqual([])
})

test('an account that is emptied for nobody is closed for anybody', () => {
  const act = (signs: string) =>
    program(
      'pub fn act(ctx: Context<Act>) -> Result<()> { let all = ctx.accounts.purse.to_account_info().lamports(); **ctx.accounts.to.try_borrow_mut_lamports()? += all; **ctx.accounts.purse.to_account_info().try_borrow_mut_lamports()? = 0; Ok(()) }',
      `#[account(mut${signs === '' ? '' : ', has_one = owner'})] pub purse: Account<'info, Purse>, /// CHECK: is paid\n#[account(mut)] pub to: AccountInfo<'info>,${signs}`,
    )
  expect(told(act(''))).toContain('closed-by-anybody high')
  expect(told(act(" pub owner: Signer<'info>,"))).not.toContain('closed-by-anybody high')
})

test('a stranger’s program that is handed nothing can take nothing', () => {
  const act = (given: string) =>
    program(
      `pub fn act(ctx: Context<Act>) -> Result<()> { let ix = Instruction { program_id: ctx.accounts.other.key(), accounts: vec![], data: vec![] }; invoke(&ix, &[${given}])?; Ok(()) }`,
      "/// CHECK: called\npub other: AccountInfo<'info>, #[account(mut)] pub user: Signer<'info>,",
    )
  expect(told(act('ctx.accounts.other.to_account_info()'))).toEqual(['arbitrary-cpi low'])
  expect(told(act('ctx.accounts.user.to_account_info()'))).toEqual(['arbitrary-cpi high'])
})

test('further accounts are looked at where the rest of the accounts was not given', () => {
  const act = (check: string) => `use anchor_lang::prelude::*;
pub fn act(ctx: Context<Elsewhere>, n: u64) -> Result<()> {
  for account in ctx.remaining_accounts.iter() {
    ${check}
    **account.try_borrow_mut_lamports()? -= n;
  }
  Ok(())
}
`
  expect(told(act(''))).toEqual(['remaining-unchecked medium'])
  expect(told(act('require_keys_eq!(*account.owner, crate::ID);'))).toEqual([])
})
