// Solana programs from which anybody takes lamports, each beside its mended twin: by hand and in Anchor, in the function itself and in helpers.
import type { Twin } from './rust-twins.ts'

export const native = (
  state: string,
  body: string,
  more = '',
) => `use solana_program::{account_info::{next_account_info, AccountInfo}, entrypoint, entrypoint::ProgramResult, program::invoke_signed, program_error::ProgramError, pubkey::Pubkey, system_instruction};
use borsh::{BorshDeserialize, BorshSerialize};
entrypoint!(process);
${state}
pub fn process(program_id: &Pubkey, accounts: &[AccountInfo], data: &[u8]) -> ProgramResult {
  let amount = u64::try_from_slice(data)?;
  let list = &mut accounts.iter();
${body}
}
${more}
`
const keeper = '#[derive(BorshSerialize, BorshDeserialize)]\npub struct Chest { pub keeper: Pubkey, pub held: u64 }'
export const anchor = (body: string, accounts: string, state: string, more = '') => `use anchor_lang::prelude::*;
#[program]
pub mod chests {
  use super::*;
  pub fn take(ctx: Context<Take>, amount: u64) -> Result<()> {
    ${body}
    Ok(())
  }
}
#[derive(Accounts)]
pub struct Take<'info> {
${accounts}
}
${state}
${more}
`
const read = (ask: string) =>
  `  let kept = Chest::try_from_slice(&chest.data.borrow())?;\n  if kept.keeper != *${ask}.key { return Err(ProgramError::InvalidAccountData); }`
export const signs = (who: string) => `  if !${who}.is_signer { return Err(ProgramError::MissingRequiredSignature); }`

const unsigned = (check: string) =>
  native(
    keeper,
    `  let chest = next_account_info(list)?;
  let receiver = next_account_info(list)?;
  if chest.owner != program_id { return Err(ProgramError::IllegalOwner); }
${check}
  **chest.try_borrow_mut_lamports()? -= amount; // <-
  **receiver.try_borrow_mut_lamports()? += amount;
  Ok(())`,
  )
const byAnySigner = (check: string) =>
  native(
    keeper,
    `  let chest = next_account_info(list)?;
  let visitor = next_account_info(list)?;
${signs('visitor')}
  if chest.owner != program_id { return Err(ProgramError::IllegalOwner); }
${check}
  move_coins(chest, visitor, amount)`,
    `fn move_coins(from: &AccountInfo, to: &AccountInfo, amount: u64) -> ProgramResult {
  let mut less = from.try_borrow_mut_lamports()?;
  let mut more = to.try_borrow_mut_lamports()?;
  **less = less.checked_sub(amount).ok_or(ProgramError::InsufficientFunds)?; // <-
  **more = more.checked_add(amount).ok_or(ProgramError::InvalidArgument)?;
  Ok(())
}`,
  )
const pinocchio = (
  check: string,
) => `use pinocchio::{account_info::AccountInfo, entrypoint, program_error::ProgramError, pubkey::Pubkey, ProgramResult};
entrypoint!(process);
pub fn process(program_id: &Pubkey, accounts: &[AccountInfo], data: &[u8]) -> ProgramResult {
  let [owner, chest] = accounts else { return Err(ProgramError::NotEnoughAccountKeys) };
  if !chest.is_owned_by(program_id) { return Err(ProgramError::InvalidAccountOwner); }
  ${check}
  *chest.try_borrow_mut_lamports()? -= 5; // <-
  *owner.try_borrow_mut_lamports()? += 5;
  Ok(())
}
`
const pot = (seeds: string) =>
  anchor(
    'ctx.accounts.pot.sub_lamports(amount)?; // <-\n    ctx.accounts.visitor.add_lamports(amount)?;',
    `  #[account(mut, seeds = [b"pot"${seeds}], bump)]
  pub pot: Account<'info, Pot>,
  #[account(mut)]
  pub visitor: Signer<'info>,`,
    '#[account]\npub struct Pot { pub total: u64 }',
  )
const byArgument = (who: string) =>
  anchor(
    `require!(ctx.accounts.rules.admin == ${who}, Bad::Admin);
    **ctx.accounts.rules.to_account_info().try_borrow_mut_lamports()? -= amount; // <-
    **ctx.accounts.visitor.try_borrow_mut_lamports()? += amount;`,
    `  #[account(mut, seeds = [b"rules"], bump)]
  pub rules: Account<'info, Rules>,
  #[account(mut)]
  pub visitor: Signer<'info>,`,
    '#[account]\npub struct Rules { pub admin: Pubkey }',
  ).replace('amount: u64)', 'amount: u64, admin: Pubkey)')
const unsignedPot = (tie: string, who: string) =>
  anchor(
    'send(&ctx.accounts.pot.to_account_info(), &ctx.accounts.receiver, amount)?;',
    `  #[account(mut${tie})]
  pub pot: Account<'info, Pot>,
  ${who}
  /// CHECK: paid
  #[account(mut)]
  pub receiver: AccountInfo<'info>,`,
    '#[account]\npub struct Pot { pub keeper: Pubkey }',
    `fn send<'a>(from: &AccountInfo<'a>, to: &AccountInfo<'a>, amount: u64) -> Result<()> {
  **from.lamports.borrow_mut() -= amount; // <-
  **to.lamports.borrow_mut() += amount;
  Ok(())
}`,
  )

const parsed = (
  check: string,
) => `use solana_program::{account_info::{next_account_info, AccountInfo}, entrypoint::ProgramResult, program_error::ProgramError, pubkey::Pubkey};
pub struct Payout<'a, 'b> { pub bank: &'a AccountInfo<'b>, pub to: &'a AccountInfo<'b>, pub boss: &'a AccountInfo<'b> }
impl<'a, 'b> Payout<'a, 'b> {
  pub fn parse(accounts: &'a [AccountInfo<'b>]) -> Result<Self, ProgramError> {
    let list = &mut accounts.iter();
    Ok(Self { bank: next_account_info(list)?, to: next_account_info(list)?, boss: next_account_info(list)? })
  }
}
pub fn payout(program_id: &Pubkey, accounts: &[AccountInfo], amount: u64) -> ProgramResult {
  let all = Payout::parse(accounts)?;
  if all.bank.owner != program_id { return Err(ProgramError::IncorrectProgramId); }
  ${check}
  **all.bank.try_borrow_mut_lamports()? -= amount; // <-
  **all.to.try_borrow_mut_lamports()? += amount;
  Ok(())
}
`
const order = (check: string) =>
  anchor(
    `${check}
    ctx.accounts.order.close(ctx.accounts.maker.to_account_info())?;`,
    `  #[account(mut)]
  pub order: Account<'info, Order>, // <-
  #[account(mut)]
  pub maker: Signer<'info>,`,
    '#[account]\npub struct Order { pub maker: Pubkey, pub price: u64 }',
  )
const atOnce = (check: string) =>
  native(
    keeper,
    `  let (chest, visitor, to) = (next_account_info(list)?, next_account_info(list)?, next_account_info(list)?);
  if chest.owner != program_id { return Err(ProgramError::IllegalOwner); }
${signs('visitor')}
${check}
  **chest.try_borrow_mut_lamports()? -= amount; // <-
  **to.try_borrow_mut_lamports()? += amount;
  Ok(())`,
  )
const made = (check: string) => `use pinocchio::{account_info::AccountInfo, program_error::ProgramError, ProgramResult};
pub struct Parts<'a> { pub visitor: &'a AccountInfo, pub chest: &'a AccountInfo }
impl<'a> TryFrom<&'a [AccountInfo]> for Parts<'a> {
  type Error = ProgramError;
  fn try_from(accounts: &'a [AccountInfo]) -> Result<Self, Self::Error> {
    let [visitor, chest] = accounts else { return Err(ProgramError::NotEnoughAccountKeys) };
    if !visitor.is_signer() || !chest.is_owned_by(&crate::ID) { return Err(ProgramError::InvalidAccountOwner); }
    ${check}
    Ok(Self { visitor, chest })
  }
}
impl<'a> Parts<'a> {
  pub fn process(&self, amount: u64) -> ProgramResult {
    *self.chest.try_borrow_mut_lamports()? -= amount; // <-
    *self.visitor.try_borrow_mut_lamports()? += amount;
    Ok(())
  }
}
`
const form = (seeds: string) =>
  anchor(
    '',
    `  #[account(mut, close = visitor, seeds = [b"form"${seeds}, &amount.to_le_bytes()], bump)]
  pub form: Account<'info, Form>, // <-
  #[account(mut)]
  pub visitor: Signer<'info>,`,
    '#[account]\npub struct Form { pub filled_by: Pubkey, pub answer: u8 }',
  )
const setUp = (how: string, seeds: string) =>
  anchor(
    'let chest = &mut ctx.accounts.chest;\n    chest.authority = ctx.accounts.payer.key(); // <-\n    chest.total = amount;',
    `  #[account(mut)]
  pub payer: Signer<'info>,
  #[account(${how}, payer = payer, space = 48, seeds = [b"chest"${seeds}], bump)]
  pub chest: Account<'info, Chest>,
  pub system_program: Program<'info, System>,`,
    '#[account]\npub struct Chest { pub authority: Pubkey, pub total: u64 }',
  )

export const takenTwins: readonly Twin[] = [
  {
    detector: 'lamports-without-signer',
    what: 'lamports leave by hand, and nobody signs',
    broken: unsigned(''),
    mended: unsigned(`${signs('receiver')}\n${read('receiver')}`),
  },
  {
    detector: 'lamports-without-signer',
    what: 'lamports leave to an account called owner that is not asked',
    broken: pinocchio(''),
    mended: pinocchio(
      'if !owner.is_signer() || &chest.try_borrow_data()?[0..32] != owner.key().as_ref() { return Err(ProgramError::InvalidAccountData); }',
    ),
  },
  {
    detector: 'lamports-without-signer',
    what: 'a helper moves the lamports of typed state, and nobody signs',
    broken: unsignedPot('', ''),
    mended: unsignedPot(', has_one = keeper', "pub keeper: Signer<'info>,"),
  },
  {
    detector: 'lamports-to-anybody',
    what: 'whoever signs is paid out of state that is not read',
    broken: byAnySigner(''),
    mended: byAnySigner(read('visitor')),
  },
  {
    detector: 'lamports-to-anybody',
    what: 'one pot of all, and whoever signs takes of it',
    broken: pot(''),
    mended: pot(', visitor.key().as_ref()'),
  },
  {
    detector: 'lamports-to-anybody',
    what: 'the stored admin is compared with what the caller says',
    broken: byArgument('admin'),
    mended: byArgument('ctx.accounts.visitor.key()'),
  },
  {
    detector: 'lamports-without-signer',
    what: 'the list of accounts is taken apart by a struct of its own',
    broken: parsed(''),
    mended: parsed('if !all.boss.is_signer || *all.boss.key != BOSS { return Err(ProgramError::MissingRequiredSignature); }'),
  },
  {
    detector: 'closed-by-anybody',
    what: 'an account is closed by a method for whoever signs',
    broken: order(''),
    mended: order('require!(ctx.accounts.order.maker == ctx.accounts.maker.key(), Bad::Maker);'),
  },
  {
    detector: 'lamports-to-anybody',
    what: 'accounts are taken out of the list in one line',
    broken: atOnce(''),
    mended: atOnce(read('visitor')),
  },
  {
    detector: 'lamports-to-anybody',
    what: 'a struct checks the accounts where it is made of them, and a method pays',
    broken: made(''),
    mended: made('if chest.try_borrow_data()?[..32] != visitor.key()[..] { return Err(ProgramError::InvalidAccountData); }'),
  },
  {
    detector: 'closed-by-anybody',
    what: 'the key that is kept is no authority by its name',
    broken: form(''),
    mended: form(', visitor.key().as_ref()'),
  },
  {
    detector: 'init-if-needed',
    what: 'whoever comes again becomes the authority',
    broken: setUp('init_if_needed', ''),
    mended: setUp('init', ', payer.key().as_ref()'),
  },
]

/** Whoever signs pays in, and what was read is written back. */
export const deposit = native(
  keeper,
  `  let chest = next_account_info(list)?;
  let payer = next_account_info(list)?;
${signs('payer')}
  if chest.owner != program_id { return Err(ProgramError::IllegalOwner); }
  invoke(&system_instruction::transfer(payer.key, chest.key, amount), &[payer.clone(), chest.clone()])?;
  let mut kept = Chest::try_from_slice(&chest.data.borrow())?;
  kept.held = kept.held.checked_add(amount).ok_or(ProgramError::InvalidArgument)?;
  kept.serialize(&mut &mut chest.data.borrow_mut()[..])?;
  Ok(())`,
)
/** A crank: nobody signs, and only who is meant is paid. */
export const crank = unsigned(read('receiver'))
