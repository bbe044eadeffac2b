// Small Solana programs about who is asked and for what, each with one mistake on a marked line beside the same program without it.
import type { Twin } from './rust-twins.ts'

const head = 'use anchor_lang::prelude::*;\ndeclare_id!("Fg6PaFpoGXkYsidMpWTK6W2BeZ7FEfcYkg476zPFsLnS");\n'
const anchor = (body: string, fields: string, rest = '') =>
  `${head}#[program]\npub mod till {\nuse super::*;\npub fn go(ctx: Context<Go>, n: u64, name: String, bump: u8) -> Result<()> {\n${body}\nOk(())\n}\n}\n#[derive(Accounts)]\n#[instruction(n: u64, name: String)]\npub struct Go<'info> {\n${fields}\n}\n${rest}\n`
const till =
  '#[account]\npub struct Till { pub owner: Pubkey, pub coin_mint: Pubkey, pub total: u64, pub is_shut: bool, pub bump: u8 }\n'
const pinocchio = (body: string, rest = '') =>
  `use pinocchio::{AccountView, Address, ProgramResult};\npub fn process(program_id: &Address, accounts: &[AccountView], data: &[u8]) -> ProgramResult {\nlet owner = &accounts[0];\nlet purse = &accounts[1];\nlet amount = u64::from_le_bytes(data[0..8].try_into().unwrap());\n${body}\nOk(())\n}\n${rest}\n`
const twin = (detector: string, what: string, broken: string, mended: string): Twin => ({ detector, what, broken, mended })

const shut = (constraint: string, value: string) =>
  anchor(
    `let till = &mut ctx.accounts.till;\n${value}; // <-`,
    `#[account(mut${constraint})]\npub till: Account<'info, Till>,\npub owner: Signer<'info>,`.replaceAll(
      'owner: Signer',
      constraint === '' ? 'passer: Signer' : 'owner: Signer',
    ),
    till,
  )
const end = (constraint: string, more: string) =>
  anchor(
    'msg!("closed");',
    `#[account(mut, close = to${constraint})]\npub till: Account<'info, Till>, // <-\n/// CHECK: gets the rent\n#[account(mut)]\npub to: AccountInfo<'info>,\n${more}`,
    till,
  )
const payIn = (line: string) =>
  anchor(
    `let till = &mut ctx.accounts.till;\n${line}\nanchor_lang::system_program::transfer(CpiContext::new(ctx.accounts.system_program.to_account_info(), Transfer { from: ctx.accounts.owner.to_account_info(), to: till.to_account_info() }), n)?;`,
    "#[account(mut)]\npub till: Account<'info, Till>,\n#[account(mut)]\npub owner: Signer<'info>,\npub system_program: Program<'info, System>,",
    till,
  )
const payOut = (signer: string) =>
  anchor(
    'let till = &mut ctx.accounts.till;\nrequire!(till.owner == ctx.accounts.owner.key(), E::No);\n**till.to_account_info().try_borrow_mut_lamports()? -= n;\n**ctx.accounts.owner.to_account_info().try_borrow_mut_lamports()? += n;',
    `#[account(mut)]\npub till: Account<'info, Till>,\n#[account(mut)]\npub owner: ${signer},${signer.startsWith('Account') ? ' // <-' : ''}`,
    till,
  )
const named = (constraint: string, creator = 'till.creator.key().as_ref()') =>
  anchor(
    'let till = &ctx.accounts.till;\nlet seeds: &[&[&[u8]]] = &[&[b"till", till.creator.as_ref(), &[till.bump]]];\ntransfer(CpiContext::new_with_signer(ctx.accounts.token_program.to_account_info(), Transfer { from: ctx.accounts.safe.to_account_info(), to: ctx.accounts.target.to_account_info(), authority: till.to_account_info() }, seeds), n)?; // <-',
    `pub creator: Signer<'info>,\n#[account(mut, associated_token::mint = mint, associated_token::authority = till)]\npub safe: Account<'info, TokenAccount>,\n#[account(mut, token::mint = mint)]\npub target: Account<'info, TokenAccount>,\n#[account(seeds = [b"till", ${creator}], bump${constraint})]\npub till: Account<'info, Till>,\npub mint: Account<'info, Mint>,\npub token_program: Program<'info, Token>,`,
    '#[account]\npub struct Till { pub creator: Pubkey, pub bump: u8 }',
  )
const mints = (constraint: string) =>
  anchor(
    'token::transfer(CpiContext::new(ctx.accounts.token_program.to_account_info(), Transfer { from: ctx.accounts.purse.to_account_info(), to: ctx.accounts.safe.to_account_info(), authority: ctx.accounts.owner.to_account_info() }), n)?; // <-',
    `pub owner: Signer<'info>,\n#[account(mut, constraint = safe.owner == till.key()${constraint})]\npub safe: Account<'info, TokenAccount>,\n#[account(seeds = [b"till", till.owner.as_ref()], bump = till.bump)]\npub till: Account<'info, Till>,\n#[account(mut)]\npub purse: Account<'info, TokenAccount>,\npub token_program: Program<'info, Token>,`,
    till,
  )
const place = (seeds: string) =>
  anchor(
    'ctx.accounts.till.owner = ctx.accounts.payer.key(); // <-',
    `#[account(init, payer = payer, space = 99, seeds = [${seeds}], bump)]\npub till: Account<'info, Till>,\n#[account(mut)]\npub payer: Signer<'info>,\npub system_program: Program<'info, System>,`,
    till,
  )
const taken = (init: string) =>
  anchor(
    'ctx.accounts.till.owner = ctx.accounts.payer.key(); // <-',
    `#[account(${init})]\npub till: Account<'info, Till>,\n#[account(mut)]\npub payer: Signer<'info>,\npub system_program: Program<'info, System>,`,
    till,
  )
const recover = (keep: string) =>
  anchor(
    `let who = secp256k1_recover(&hash, bump, &signature)?; // <-\nrequire!(who.to_bytes() == KNOWN, E::No);\n${keep}`,
    "#[account(mut)]\npub seen: Account<'info, Seen>,",
    '#[account]\npub struct Seen { pub last: u64 }',
  )
const blind = (check: string) =>
  anchor(
    `${check}\nlet mut bytes = ctx.accounts.board.try_borrow_mut_data()?;\nbytes[..8].copy_from_slice(name.as_bytes()); // <-`,
    "/// CHECK: bytes\n#[account(mut)]\npub board: AccountInfo<'info>,",
  )
const bumps = (value: string) =>
  anchor(
    `ctx.accounts.till.bump = ${value}; // <-`,
    "#[account(init, payer = payer, space = 99, seeds = [b\"till\", payer.key().as_ref()], bump)]\npub till: Account<'info, Till>,\n#[account(mut)]\npub payer: Signer<'info>,\npub system_program: Program<'info, System>,",
    till,
  )
const supply = (reload: string) =>
  anchor(
    `token::mint_to(CpiContext::new(ctx.accounts.token_program.to_account_info(), MintTo { mint: ctx.accounts.mint.to_account_info(), to: ctx.accounts.purse.to_account_info(), authority: ctx.accounts.owner.to_account_info() }), n)?;\n${reload}\nrecord(ctx.accounts.mint.supply); // <-`,
    "#[account(mut)]\npub mint: Account<'info, Mint>,\n#[account(mut, token::authority = owner)]\npub purse: Account<'info, TokenAccount>,\npub owner: Signer<'info>,\npub token_program: Program<'info, Token>,",
    'fn record(n: u64) {}',
  )
const owed = (check: string) =>
  `use solana_program::{account_info::*, entrypoint::ProgramResult, pubkey::Pubkey};\npub fn process(program_id: &Pubkey, accounts: &[AccountInfo], amount: u64) -> ProgramResult {\nlet iter = &mut accounts.iter();\nlet clerk = next_account_info(iter)?;\nlet deal_info = next_account_info(iter)?;\nlet target = next_account_info(iter)?;\nif !clerk.is_signer || deal_info.owner != program_id { return Err(E.into()); }\nlet deal = Deal::try_from_slice(&deal_info.data.borrow())?;\n${check}\n**deal_info.try_borrow_mut_lamports()? -= amount; // <-\n**target.try_borrow_mut_lamports()? += amount;\nOk(())\n}\n#[derive(BorshDeserialize)]\npub struct Deal { pub receiver: Pubkey, pub until: u64 }\n`

const ownPurse = (check: string, mark: string) =>
  pinocchio(
    `${check}\nlet (place, bump) = Pubkey::find_program_address(&[b"purse", owner.address().as_ref()], program_id);\nif place.to_bytes() != *purse.address().as_ref() { return Err(E); }\nTransfer { from: purse, to: owner, lamports: amount }.invoke_signed(&[Signer::from(&seeds)])?;${mark}`,
  )

export const askedTwins: readonly Twin[] = [
  twin('authority-not-asked', 'any passer-by sets it', shut('', 'till.total = n'), shut(', has_one = owner', 'till.total = n')),
  twin(
    'authority-not-asked',
    'any passer-by turns it over',
    shut('', 'till.is_shut = !till.is_shut'),
    shut(', has_one = owner', 'till.is_shut = !till.is_shut'),
  ),
  twin(
    'account-mismatch',
    'who pays in need not be asked, who takes the count down does',
    payIn('till.total = till.total.checked_sub(n).unwrap(); // <-'),
    payIn('till.total = till.total.checked_add(n).unwrap();'),
  ),
  twin('missing-signer', 'paid to the owner, whom nobody asks', payOut("AccountInfo<'info>"), payOut("Signer<'info>")),
  twin('pda-signs-for-anybody', 'a field named as the signer is not the signer', named(''), named(', has_one = creator')),
  twin('mint-not-asked', 'any token', mints(''), mints(' && safe.mint == till.coin_mint')),
  twin(
    'seeds-without-owner',
    'a name',
    place('b"till", name.as_bytes()'),
    place('b"till", payer.key().as_ref(), name.as_bytes()'),
  ),
  twin('reinitialisation', 'a typed account', taken('mut'), taken('init, payer = payer, space = 99')),
  twin('signature-replayed', 'nothing kept', recover(''), recover('ctx.accounts.seen.last = n;')),
  twin(
    'missing-owner-check',
    'written blindly',
    blind(''),
    blind('require!(ctx.accounts.board.owner == ctx.program_id, E::No);'),
  ),
  twin('caller-picks-bump', 'the bump that was given is kept', bumps('bump'), bumps('ctx.bumps.till')),
  twin('stale-after-cpi', 'supply', supply(''), supply('ctx.accounts.mint.reload()?;')),
  twin('account-mismatch', 'money of any deal', owed(''), owed('if deal.receiver != *target.key { return Err(E.into()); }')),
  twin(
    'lamports-without-signer',
    'a struct that invokes itself',
    ownPurse('', ' // <-'),
    ownPurse('if !owner.is_signer() { return Err(E); }', ''),
  ),
  twin(
    'arbitrary-cpi',
    'an instruction view',
    pinocchio(
      'let ix = InstructionView { program_id: purse.address(), data: &[], accounts: &[] };\npinocchio::cpi::invoke(&ix, &[owner])?; // <-',
    ),
    pinocchio(
      'let ix = InstructionView { program_id: &KNOWN, data: &[], accounts: &[] };\npinocchio::cpi::invoke(&ix, &[owner])?;',
    ),
  ),
  twin('closed-by-anybody', 'by a constraint', end('', ''), end(', has_one = owner', "pub owner: Signer<'info>,")),
  twin(
    'unchecked-arithmetic',
    'bytes read by hand; lamports are summed by the runtime',
    pinocchio(
      'if !owner.is_signer() || !purse.is_owned_by(program_id) { return Err(E); }\nlet total = u64::from_le_bytes(purse.borrow_unchecked()[0..8].try_into().unwrap());\nlet next = total + amount; // <-',
    ),
    pinocchio('**purse.try_borrow_mut_lamports()? += amount;'),
  ),
]
