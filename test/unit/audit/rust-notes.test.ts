// What is told of a Solana program at its own weight: what only follows from another mistake, and what does no harm.
import { expect, test } from 'vitest'
import { findingsOf } from '../../../processors/jobs/audit/report.ts'
import { analyseRust } from '../../../processors/jobs/audit/rust/engine.ts'
import { rustRules } from '../../../processors/jobs/audit/rust/rules/index.ts'
import { plainTwins } from '../../support/rust-twins-plain.ts'

const told = (text: string) => {
  const given = [{ path: 'lib.rs', text }]
  return findingsOf(analyseRust(given), given, rustRules).flatMap(({ detector, severity }) =>
    severity === 'info' ? [] : [`${detector} ${severity}`],
  )
}
const anchor = (body: string, rest: string) =>
  `use anchor_lang::prelude::*;\n#[program]\npub mod shop {\nuse super::*;\n${body}\n}\n${rest}`

test('whoever says who may act is asked whose it is, whatever note stands beside it', () => {
  const act = (config: string, read: string) =>
    anchor(
      `pub fn act(ctx: Context<Act>, fee: u64) -> Result<()> { ${read}\nctx.accounts.state.fee = fee; Ok(()) }`,
      `#[derive(Accounts)]
pub struct Act<'info> { /// CHECK: by hand
pub config: ${config}, #[account(mut, seeds = [b"s"], bump)] pub state: Account<'info, State>, pub signer: Signer<'info> }
#[account] pub struct Config { pub authority: Pubkey }
#[account] pub struct State { pub fee: u64 }`,
    )
  const bytes =
    'let data = ctx.accounts.config.try_borrow_data()?; let authority = Pubkey::try_from(&data[8..40]).unwrap(); require!(authority == ctx.accounts.signer.key(), Bad::No);'
  expect(told(act("AccountInfo<'info>", bytes))).toContain('missing-owner-check high')
  const typed = 'require_keys_eq!(ctx.accounts.config.authority, ctx.accounts.signer.key());'
  expect(told(act("Account<'info, Config>", typed))).toEqual([])
})

test('constants that tell kinds apart make one that is not asked no note', () => {
  const { broken, mended } = plainTwins.find(({ detector }) => detector === 'type-cosplay')!
  expect(told(broken)).toContain('type-cosplay medium')
  expect(told(broken.replace(/const GUEST_KIND.*/, ''))).toContain('type-cosplay low')
  expect(told(mended)).toEqual([])
})

test('an authority that need not sign is told once, and not again as one that is not compared', () => {
  const { broken } = plainTwins.find(({ detector }) => detector === 'missing-signer')!
  expect(told(broken)).toEqual(['missing-signer high', 'account-mismatch low'])
})

test('token accounts whose keys the state keeps need no mint beside them', () => {
  const take = (constraints: string) =>
    anchor(
      `pub fn take(ctx: Context<Take>) -> Result<()> {
let seeds = &[ctx.accounts.pool.receiver.as_ref(), &[ctx.accounts.pool.bump]];
token::transfer(CpiContext::new(ctx.accounts.token_program.to_account_info(), token::Transfer { from: ctx.accounts.vault.to_account_info(), to: ctx.accounts.receiver.to_account_info(), authority: ctx.accounts.pool.to_account_info() }).with_signer(&[&seeds[..]]), 1)
}`,
      `#[derive(Accounts)]
pub struct Take<'info> { #[account(${constraints}seeds = [receiver.key().as_ref()], bump = pool.bump)] pub pool: Account<'info, Pool>,
#[account(mut)] pub vault: Account<'info, TokenAccount>, #[account(mut)] pub receiver: Account<'info, TokenAccount>, pub token_program: Program<'info, Token> }
#[account] pub struct Pool { pub vault: Pubkey, pub mint: Pubkey, pub receiver: Pubkey, pub bump: u8 }`,
    )
  expect(told(take(''))).toContain('mint-not-asked high')
  expect(told(take('has_one = vault, has_one = receiver, '))).toEqual([])
})

test('a bump that is only kept beside an address that was found is a note', () => {
  const open = (how: string) =>
    anchor(
      'pub fn open(ctx: Context<Open>, bump: u8) -> Result<()> { ctx.accounts.bank.owner = ctx.accounts.payer.key(); ctx.accounts.bank.bump = bump; Ok(()) }',
      `#[derive(Accounts)]
pub struct Open<'info> { #[account(${how}, payer = payer, space = 64)] pub bank: Account<'info, Bank>, #[account(mut)] pub payer: Signer<'info>, pub system_program: Program<'info, System> }
#[account] pub struct Bank { pub owner: Pubkey, pub bump: u8 }`,
    )
  expect(told(open('init, seeds = [b"bank", payer.key().as_ref()], bump'))).toContain('caller-picks-bump low')
  expect(told(open('init'))).toContain('caller-picks-bump medium')
})

const native = (
  check: string,
  account: string,
  use: string,
) => `use solana_program::{account_info::{next_account_info, AccountInfo}};
#[derive(BorshDeserialize)]
pub struct Rate { pub worth: u64 }
#[derive(BorshSerialize, BorshDeserialize)]
pub struct Chest { pub kind: u8, pub authority: Pubkey, pub held: u64 }
pub fn process(program_id: &Pubkey, accounts: &[AccountInfo], data: &[u8]) -> ProgramResult {
  let list = &mut accounts.iter();
  let chest = next_account_info(list)?;
  let keeper = next_account_info(list)?;
  let ${account} = next_account_info(list)?;
  if chest.owner != program_id || !keeper.is_signer { return Err(ProgramError::IllegalOwner); }
  ${check}
  let mut state = Chest::try_from_slice(&chest.data.borrow())?;
  if state.kind != 3 || state.authority != *keeper.key { return Err(ProgramError::InvalidAccountData); }
  ${use}
  state.serialize(&mut &mut chest.data.borrow_mut()[..])?;
  Ok(())
}`

test('another program’s account whose owner was asked is not taken for one of this program', () => {
  const read = 'let rate = Rate::try_from_slice(&other.data.borrow())?; state.held = rate.worth;'
  expect(told(native('if other.owner != program_id { return Err(ProgramError::IllegalOwner); }', 'other', read))).toContain(
    'type-cosplay low',
  )
  expect(told(native('if *other.owner != RATES_PROGRAM { return Err(ProgramError::IllegalOwner); }', 'other', read))).toEqual([])
})

test('a sysvar that may be any account is told as that, and not again by its owner', () => {
  const read = 'let bytes = clock_info.try_borrow_data()?; state.held = u64::from_le_bytes(bytes[32..40].try_into().unwrap());'
  expect(told(native('', 'clock_info', read))).toEqual(['sysvar-unchecked medium'])
  expect(told(native('', 'other', read.replace('clock_info', 'other')))).toContain('missing-owner-check high')
})

test('an authority whose signature only the program called asks for is a note', () => {
  const send = (authority: string) =>
    anchor(
      'pub fn send(ctx: Context<Send>, amount: u64) -> Result<()> { token::transfer(CpiContext::new(ctx.accounts.token_program.to_account_info(), token::Transfer { from: ctx.accounts.from.to_account_info(), to: ctx.accounts.to.to_account_info(), authority: ctx.accounts.authority.to_account_info() }), amount) }',
      `#[derive(Accounts)]
pub struct Send<'info> { #[account(mut)] pub from: Account<'info, TokenAccount>, #[account(mut)] pub to: Account<'info, TokenAccount>, /// CHECK: asked by the token program
pub authority: ${authority}, pub token_program: Program<'info, Token> }`,
    )
  expect(told(send("AccountInfo<'info>"))).toEqual(['missing-signer low'])
  expect(told(send("Signer<'info>"))).toEqual([])
})
