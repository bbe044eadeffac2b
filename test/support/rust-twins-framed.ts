// Small Solana programs whose accounts answer questions by methods of their own, and Anchor's constraints that make or resize accounts.
import type { Twin } from './rust-twins.ts'

const twin = (detector: string, what: string, broken: string, mended: string): Twin => ({ detector, what, broken, mended })
const anchor = (body: string, rest: string) =>
  `use anchor_lang::prelude::*;\n#[program]\npub mod shop {\nuse super::*;\n${body}\n}\n${rest}\n`
const accounts = (name: string, fields: string) => `#[derive(Accounts)]\npub struct ${name}<'info> {\n${fields}\n}\n`
const purse = '#[account]\npub struct Purse { pub owner: Pubkey, pub amount: u64 }\n'

const resized = (payer: string) =>
  anchor(
    'pub fn grow(ctx: Context<Grow>) -> Result<()> { Ok(()) }',
    `${purse}${accounts('Grow', `#[account(mut, realloc = 200, realloc::payer = payer, realloc::zero = false)]\npub purse: Account<'info, Purse>, // <-\n#[account(mut)]\npub payer: ${payer}<'info>,\npub system_program: Program<'info, System>,`)}`,
  ).replace('pub purse: Account<', 'pub purse: Account<')
const returned = (how: string) =>
  anchor(
    'pub fn open(ctx: Context<Open>) -> Result<()> { Ok(()) }\npub fn end(ctx: Context<End>) -> Result<()> { Ok(()) }',
    `${purse}${accounts('Open', `#[account(${how}, payer = owner, space = 48)] pub purse: Account<'info, Purse>, // <-\n#[account(mut)]\npub owner: Signer<'info>,\npub system_program: Program<'info, System>,`)}${accounts('End', `#[account(mut, close = owner, has_one = owner)]\npub purse: Account<'info, Purse>,\n#[account(mut)]\npub owner: Signer<'info>,`)}`,
  )
const holding = (how: string) =>
  anchor(
    'pub fn open(ctx: Context<Open>) -> Result<()> { Ok(()) }',
    accounts(
      'Open',
      `#[account(${how}, payer = owner, token::mint = mint, token::authority = owner)] pub held: Account<'info, TokenAccount>, // <-\npub mint: Account<'info, Mint>,\n#[account(mut)]\npub owner: Signer<'info>,\npub token_program: Program<'info, Token>,\npub system_program: Program<'info, System>,`,
    ),
  )
const moved = (caller: string) =>
  anchor(
    'pub fn migrate(ctx: Context<Migrate>) -> Result<()> {\nctx.accounts.config.version = 2; // <-\nOk(())\n}',
    `#[account]\npub struct Config { pub version: u32 }\n${accounts('Migrate', `#[account(mut)]\npub config: Account<'info, Config>,${caller}`)}`,
  )

/** A program whose accounts are plain references in a struct, with the method that acts. */
const framed = (fields: string, body: string, rest = '') =>
  `use pina::*;\n#[account(discriminator = Kind)]\npub struct Purse { pub authority: Address, pub amount: u64 }\n${rest}#[derive(Accounts, Debug)]\npub struct Spend<'a> {\n${fields}\n}\nimpl<'a> ProcessAccountInfos<'a> for Spend<'a> {\nfn process(self, data: &[u8]) -> ProgramResult {\n${body}\nOk(())\n}\n}\n`
const two = "pub authority: &'a AccountView,\npub purse: &'a mut AccountView,"
const emptied = (last: string) =>
  framed(
    `${two}\npub to: &'a mut AccountView,`,
    `self.authority.assert_signer()?;
self.purse.assert_type::<Purse>(&ID)?;
let own = self.purse.as_account::<Purse>(&ID)?;
self.authority.assert_address(&own.authority)?;
${last}`,
  )
const asked = (check: string) =>
  framed(
    `${two.replace('authority:', 'authority:')}`.replace("&'a AccountView,", "&'a AccountView, // <-"),
    `${check}let mut own = self.purse.as_account_mut::<Purse>(&ID)?;
self.authority.assert_address(&own.authority)?;
own.amount = 0;`,
  )
const named = (check: string) =>
  framed(
    `pub from: &'a AccountView,\npub to: &'a AccountView,\npub system_program: &'a AccountView, // <-`,
    `self.from.assert_signer()?;\n${check}Transfer { from: self.from, to: self.to, lamports: 7 }.invoke()?;`,
  )

/** A program of pinocchio's newer names, by the list of its accounts. */
const listed = (names: string, body: string) =>
  `use pinocchio::*;\npub struct Purse { pub owner: Address, pub amount: u64 }\nfn act(accounts: &[AccountView], n: u64) -> ProgramResult {\nlet [${names}] = accounts else { return Err(ProgramError::NotEnoughAccountKeys); };\n${body}\nOk(())\n}\n`
const drained = (mark: string) =>
  listed(
    'owner, purse',
    `if !owner.is_signer() { return Err(ProgramError::MissingRequiredSignature); }
if !purse.owned_by(&ID) { return Err(ProgramError::InvalidAccountOwner); }
let data = purse.try_borrow()?;
if data[0..32] != *owner.address().as_ref() { return Err(ProgramError::InvalidAccountData); }
${mark}
purse.set_lamports(0); // <-
owner.set_lamports(owner.lamports() + 1);`,
  )
const begun = (check: string) =>
  listed(
    'owner, purse',
    `if !owner.is_signer() { return Err(ProgramError::MissingRequiredSignature); }
if !purse.owned_by(&ID) { return Err(ProgramError::InvalidAccountOwner); }
let mut data = purse.try_borrow_mut()?;
if data.len() < 41 { return Err(ProgramError::AccountDataTooSmall); }
${check}data[1..33].copy_from_slice(owner.address().as_ref()); // <-`,
  )
const given = (signer: string) =>
  anchor(
    `pub fn end(ctx: Context<End>) -> Result<()> {
let own = &mut ctx.accounts.purse;
own.to_account_info().assign(&system_program::ID); // <-
Ok(())
}`,
    `${purse}${accounts('End', `#[account(mut)]\npub purse: Account<'info, Purse>,${signer}`)}`,
  )
const pooled = (tie: string) =>
  anchor(
    `pub fn pay(ctx: Context<Pay>, n: u64) -> Result<()> {
let seeds = &[b"pool", ctx.accounts.pool.mint.as_ref(), &[ctx.accounts.pool.bump]];
let signer = &[&seeds[..]];
token::transfer(CpiContext::new_with_signer(ctx.accounts.token_program.to_account_info(), Transfer { from: ctx.accounts.vault.to_account_info(), to: ctx.accounts.to.to_account_info(), authority: ctx.accounts.pool.to_account_info() }, signer), n) // <-
}`,
    `#[account]\npub struct Pool { pub mint: Pubkey, pub vault: Pubkey, pub holder: Pubkey, pub bump: u8 }\n${accounts(
      'Pay',
      `pub who: Signer<'info>,\n#[account(seeds = [b"pool", pool.mint.as_ref()], bump = pool.bump${tie})]\npub pool: Account<'info, Pool>,\n#[account(mut, constraint = vault.key() == pool.vault)]\npub vault: Account<'info, TokenAccount>,\n#[account(mut, constraint = to.mint == pool.mint)]\npub to: Account<'info, TokenAccount>,\npub token_program: Program<'info, Token>,`,
    )}`,
  )

const kept = (check: string) =>
  framed(
    two.replace("&'a AccountView,", "&'a AccountView, // <-"),
    `${check}let mut own = self.purse.as_account_mut::<Purse>(&ID)?;\nlet now = own.amount.get();\nown.amount.set(now.saturating_sub(7));`,
  ).replaceAll('Spend', 'WithdrawAccounts')

export const framedTwins: readonly Twin[] = [
  twin(
    'missing-signer',
    'an account resized, and nobody signs',
    resized('AccountInfo').replace(
      '#[account(mut, realloc = 200, realloc::payer = payer, realloc::zero = false)]\npub',
      '#[account(mut, realloc = 200, realloc::payer = payer, realloc::zero = false)] pub',
    ),
    resized('Signer'),
  ),
  twin('closed-may-return', 'closed, and made again where it was', returned('init_if_needed'), returned('init')),
  twin('init-if-needed', 'a token account that may have a delegate', holding('init_if_needed'), holding('init')),
  twin('missing-signer', 'a version set for whoever asks', moved(''), moved(`\npub caller: Signer<'info>,`)),
  twin(
    'closed-by-lamports',
    'sent away by a method',
    emptied('self.purse.send(self.purse.lamports(), self.to)?; // <-'),
    emptied('self.purse.close_account_zeroed(self.to)?;'),
  ),
  twin(
    'missing-signer',
    'compared by a method and not asked for a signature',
    asked(''),
    asked('self.authority.assert_signer()?;\n'),
  ),
  twin(
    'arbitrary-cpi',
    'a program that nobody compares',
    named(''),
    named('self.system_program.assert_address(&system::ID)?;\n'),
  ),
  twin('closed-by-lamports', 'lamports set to nothing', drained(''), drained('purse.close()?;')),
  twin(
    'reinitialisation',
    'only its length is asked',
    begun(''),
    begun('if data[0] == 1 { return Err(ProgramError::AccountAlreadyInitialized); }\n'),
  ),
  twin('closed-by-anybody', 'given back to the system', given(''), given("\npub owner: Signer<'info>,")),
  twin(
    'pda-signs-for-anybody',
    'the receiver is of the same token, and that is all',
    pooled(''),
    pooled(', constraint = pool.holder == who.key()'),
  ),
  twin(
    'missing-signer',
    'a number set by a method, and its authority is not looked at',
    kept(''),
    kept('self.authority.assert_signer()?;\n'),
  ),
]
