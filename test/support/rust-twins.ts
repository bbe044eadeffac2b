// Small Solana programs with one mistake each, its line marked, beside the same program without it.
export type Twin = { readonly detector: string; readonly what: string; readonly broken: string; readonly mended: string }

const head = 'use anchor_lang::prelude::*;\ndeclare_id!("Fg6PaFpoGXkYsidMpWTK6W2BeZ7FEfcYkg476zPFsLnS");\n'
const anchor = (body: string, rest: string) => `${head}#[program]\npub mod shop {\nuse super::*;\n${body}\n}\n${rest}\n`
const accounts = (name: string, fields: string) => `#[derive(Accounts)]\npub struct ${name}<'info> {\n${fields}\n}\n`
const vault = '#[account]\npub struct Vault { pub owner: Pubkey, pub amount: u64, pub bump: u8 }\n'
const native = (body: string, rest = '') =>
  `use solana_program::{account_info::*, entrypoint::ProgramResult, pubkey::Pubkey};\npub fn process(program_id: &Pubkey, accounts: &[AccountInfo], amount: u64) -> ProgramResult {\nlet iter = &mut accounts.iter();\nlet payer = next_account_info(iter)?;\n${body}\nOk(())\n}\n${rest}\n`
const twin = (detector: string, what: string, broken: string, mended: string): Twin => ({ detector, what, broken, mended })

const log = anchor(
  'pub fn log(ctx: Context<Log>) -> Result<()> { msg!("GM {}", ctx.accounts.authority.key()); Ok(()) }',
  accounts('Log', "pub authority: AccountInfo<'info>, // <-"),
)
const withdraw = native(
  `let purse_info = next_account_info(iter)?;
let authority = next_account_info(iter)?; // <-
let purse = Purse::unpack(&purse_info.data.borrow())?;
if purse_info.owner != program_id || purse.authority != *authority.key { return Err(E.into()); }
SIGNED
**purse_info.try_borrow_mut_lamports()? -= 5;`,
  'pub struct Purse { pub authority: Pubkey, pub amount: u64 }',
)
const set = (constraints: string, check = '') =>
  anchor(
    `pub fn set(ctx: Context<Set>, to: u64) -> Result<()> {\n${check}\nlet vault = &mut ctx.accounts.vault;\nvault.amount = to; // <-\nOk(())\n}`,
    accounts('Set', `#[account(${constraints})]\npub vault: Account<'info, Vault>,\npub owner: Signer<'info>,`) + vault,
  )
const tokens = (constraint: string) =>
  anchor(
    'pub fn count(ctx: Context<Count>) -> Result<()> {\nrecord(ctx.accounts.purse.amount) // <-\n}',
    accounts('Count', `${constraint}\npub purse: Account<'info, TokenAccount>,\npub holder: Signer<'info>,`) +
      'fn record(n: u64) -> Result<()> { Ok(()) }',
  )
const unpack = (check: string) =>
  anchor(
    `pub fn show(ctx: Context<Show>) -> Result<()> {\nlet token = SplTokenAccount::unpack(&ctx.accounts.token.data.borrow())?; // <-\n${check}\nrequire!(token.owner == ctx.accounts.authority.key(), E::No);\nmsg!("{}", token.amount);\nOk(())\n}`,
    accounts('Show', "/// CHECK: looked at below\npub token: AccountInfo<'info>,\npub authority: Signer<'info>,"),
  )
const cosplay = (check: string) =>
  anchor(
    `pub fn read(ctx: Context<Read>) -> Result<()> {\nlet user = User::try_from_slice(&ctx.accounts.user.data.borrow())?; // <-\nif ctx.accounts.user.owner != ctx.program_id { return err!(E::No); }\n${check}\nmsg!("{}", user.age);\nOk(())\n}`,
    `${accounts('Read', "/// CHECK: looked at below\npub user: AccountInfo<'info>,\npub authority: Signer<'info>,")}
#[derive(BorshDeserialize)]\npub struct User { pub kind: u8, pub authority: Pubkey, pub age: u64 }
#[derive(BorshDeserialize)]\npub struct Meta { pub kind: u8, pub account: Pubkey }`,
  )
const double = (constraint: string) =>
  anchor(
    'pub fn swap(ctx: Context<Swap>, a: u64, b: u64) -> Result<()> {\nctx.accounts.one.amount = a;\nctx.accounts.two.amount = b; // <-\nOk(())\n}',
    accounts(
      'Swap',
      `#[account(mut${constraint})]\npub one: Account<'info, Vault>,\n#[account(mut)]\npub two: Account<'info, Vault>,\npub clerk: Signer<'info>,`,
    ) + vault,
  )
const hand = (value: string) =>
  anchor(
    `pub fn hand(ctx: Context<Hand>, next: Pubkey) -> Result<()> {\nctx.accounts.vault.${value}; // <-\nOk(())\n}`,
    accounts('Hand', "#[account(mut, has_one = owner)]\npub vault: Account<'info, Vault>,\npub owner: Signer<'info>,") +
      vault.replace('pub bump', 'pub pending: Pubkey, pub bump'),
  )
const again = (check: string) =>
  anchor(
    `pub fn init(ctx: Context<Init>) -> Result<()> {\nlet mut user = User::try_from_slice(&ctx.accounts.user.data.borrow()).unwrap(); // <-\n${check}\nuser.authority = ctx.accounts.authority.key();\nuser.serialize(&mut *ctx.accounts.user.data.borrow_mut())?;\nOk(())\n}`,
    `${accounts('Init', "/// CHECK: raw\n#[account(mut)]\npub user: AccountInfo<'info>,\npub authority: Signer<'info>,")}#[derive(BorshDeserialize, BorshSerialize)]\npub struct User { pub is_initialized: bool, pub authority: Pubkey }`,
  )
const needed = (check: string) =>
  anchor(
    `pub fn open(ctx: Context<Open>, to: u64) -> Result<()> {\nlet vault = &mut ctx.accounts.vault;\n${check}\nvault.amount = to; // <-\nOk(())\n}`,
    accounts(
      'Open',
      "#[account(mut)]\npub payer: Signer<'info>,\n#[account(init_if_needed, payer = payer, space = 64, seeds = [b\"one\"], bump)]\npub vault: Account<'info, Vault>,\npub system_program: Program<'info, System>,",
    ) + vault,
  )
const first = (constraint: string) =>
  anchor(
    'pub fn start(ctx: Context<Start>) -> Result<()> {\nctx.accounts.vault.owner = ctx.accounts.payer.key(); // <-\nOk(())\n}',
    accounts(
      'Start',
      `#[account(mut${constraint})]\npub payer: Signer<'info>,\n#[account(init, payer = payer, space = 64, seeds = [b"vault"], bump)]\npub vault: Account<'info, Vault>,\npub system_program: Program<'info, System>,`,
    ) + vault,
  )
const close = (after: string) =>
  anchor(
    `pub fn end(ctx: Context<End>) -> Result<()> {\nlet from = ctx.accounts.vault.to_account_info();\nlet sum = from.lamports();\n**ctx.accounts.owner.lamports.borrow_mut() += sum;\n**from.lamports.borrow_mut() = 0; // <-\n${after}\nOk(())\n}`,
    accounts(
      'End',
      "#[account(mut, has_one = owner)]\npub vault: Account<'info, Vault>,\n#[account(mut)]\npub owner: Signer<'info>,",
    ) + vault,
  )
const bump = (derive: string) =>
  anchor(
    `pub fn touch(ctx: Context<Touch>, key: u64, bump: u8) -> Result<()> {\nlet address = ${derive}; // <-\nrequire_keys_eq!(address, ctx.accounts.vault.key());\nOk(())\n}`,
    accounts('Touch', "pub vault: Account<'info, Vault>,\npub owner: Signer<'info>,") + vault,
  )
const seeds = (list: string) =>
  anchor(
    'pub fn name(ctx: Context<Name>, first: String, last: String) -> Result<()> { Ok(()) }',
    accounts(
      'Name',
      `#[account(init, payer = payer, space = 64, seeds = [${list}], bump)]\npub vault: Account<'info, Vault>, // <-\n#[account(mut)]\npub payer: Signer<'info>,`,
    ) + vault,
  )
const rest = (check: string) =>
  anchor(
    `pub fn spread(ctx: Context<Spread>) -> Result<()> {\nlet target = ctx.remaining_accounts.iter().next().unwrap(); // <-\n${check}\n**target.try_borrow_mut_lamports()? += 1;\nOk(())\n}`,
    accounts('Spread', "#[account(mut)]\npub payer: Signer<'info>,"),
  )
const plain = (comment: string) =>
  anchor(
    'pub fn look(ctx: Context<Look>) -> Result<()> { Ok(()) }',
    accounts('Look', `${comment}\npub other: UncheckedAccount<'info>, // <-\npub payer: Signer<'info>,`),
  )
const relay = (check: string) =>
  anchor(
    `pub fn relay(ctx: Context<Relay>, data: Vec<u8>) -> Result<()> {\n${check}\nlet ix = Instruction { program_id: *ctx.accounts.target.key, accounts: vec![], data };\ninvoke(&ix, &[ctx.accounts.target.to_account_info()])?; // <-\nOk(())\n}`,
    accounts('Relay', "/// CHECK: called\npub target: UncheckedAccount<'info>,\npub payer: Signer<'info>,"),
  )
const pay = (constraint: string, seed = 'mint') =>
  anchor(
    `pub fn pay(ctx: Context<Pay>, amount: u64) -> Result<()> {
let seeds = &[ctx.accounts.pool.${seed}.as_ref(), &[ctx.accounts.pool.bump]];
let parts = Transfer { from: ctx.accounts.hoard.to_account_info(), to: ctx.accounts.target.to_account_info(), authority: ctx.accounts.pda.to_account_info() };
let call = CpiContext::new_with_signer(ctx.accounts.token_program.to_account_info(), parts, &[seeds]);
token::transfer(call, amount) // <-
}`,
    `${accounts(
      'Pay',
      `#[account(has_one = hoard${constraint})]\npub pool: Account<'info, Pool>,\npub hoard: Account<'info, TokenAccount>,\npub target: Account<'info, TokenAccount>,\n/// CHECK: signs by seeds\npub pda: UncheckedAccount<'info>,\npub token_program: Program<'info, Token>,`,
    )}#[account]\npub struct Pool { pub hoard: Pubkey, pub mint: Pubkey, pub target: Pubkey, pub bump: u8 }`,
  )
const deposit = (before: string, after: string) =>
  anchor(
    `pub fn put(ctx: Context<Put>, amount: u64) -> Result<()> {
${before}
token::transfer(CpiContext::new(ctx.accounts.token_program.to_account_info(), Transfer { from: ctx.accounts.purse.to_account_info(), to: ctx.accounts.hoard.to_account_info(), authority: ctx.accounts.owner.to_account_info() }), amount)?;
${after}
Ok(())
}`,
    accounts(
      'Put',
      "#[account(mut, has_one = owner)]\npub vault: Account<'info, Vault>,\n#[account(mut)]\npub purse: Account<'info, TokenAccount>,\n#[account(mut)]\npub hoard: Account<'info, TokenAccount>,\npub owner: Signer<'info>,\npub token_program: Program<'info, Token>,",
    ) + vault,
  )
const sysvar = (type: string) =>
  anchor(
    'pub fn fee(ctx: Context<Fee>) -> Result<()> { msg!("{}", ctx.accounts.rent.key()); Ok(()) }',
    accounts('Fee', `/// CHECK: rent\npub rent: ${type}, // <-\npub payer: Signer<'info>,`),
  )
const drain = (field: string) =>
  anchor(
    'pub fn take(ctx: Context<Take>) -> Result<()> {\nctx.accounts.vault.sub_lamports(5)?; // <-\nctx.accounts.target.add_lamports(5)?;\nOk(())\n}',
    accounts(
      'Take',
      `#[account(mut)]\npub vault: Account<'info, Vault>,\n/// CHECK: paid\npub target: UncheckedAccount<'info>,${field}`,
    ) + vault,
  )
const reckon = (sum: string) =>
  anchor(
    `pub fn add(ctx: Context<Add>, n: u64) -> Result<()> {\nlet vault = &mut ctx.accounts.vault;\nvault.amount = ${sum}; // <-\nOk(())\n}`,
    accounts('Add', "#[account(mut, has_one = owner)]\npub vault: Account<'info, Vault>,\npub owner: Signer<'info>,") + vault,
  )
const price = (use: string) =>
  anchor(
    `pub fn quote(ctx: Context<Quote>) -> Result<()> {\nlet feed = load_price_feed_from_account_info(&ctx.accounts.oracle)?;\nlet price = ${use}; // <-\nmsg!("{}", price.price);\nOk(())\n}`,
    accounts(
      'Quote',
      "/// CHECK: pinned\n#[account(address = ORACLE)]\npub oracle: AccountInfo<'info>,\npub payer: Signer<'info>,",
    ),
  )

const kept = (key: string, type = "Signer<'info>") =>
  anchor(
    'pub fn tune(ctx: Context<Tune>, to: u64) -> Result<()> {\nctx.accounts.vault.amount = to; // 1\nOk(())\n}',
    `${accounts(
      'Tune',
      `pub config: Account<'info, Config>,\n#[account(mut)]\npub vault: Account<'info, Vault>,\n/// CHECK: by address\n${key}\npub fee_authority: ${type}, // 2\n#[account(mut)]\npub payer: Signer<'info>,`,
    )}#[account]\npub struct Config { pub fee_authority: Pubkey }\n${vault}`,
  )
const byAddress = '#[account(address = config.fee_authority)]'
const mark = (text: string, line: 1 | 2) => text.replace(`// ${line}`, '// <-')

const call = (param: string, program: string) =>
  anchor(
    `pub fn call(ctx: Context<Hand>, ${param}) -> Result<()> {\nlet ix = Instruction { program_id: ${program}, accounts: vec![], data: vec![] };\ninvoke(&ix, &[])?; // <-\nOk(())\n}`,
    accounts('Hand', "pub owner: Signer<'info>,"),
  )

export const twins: readonly Twin[] = [
  twin('missing-signer', 'an authority that only lends its key', log, log.replace("AccountInfo<'info>", "Signer<'info>")),
  twin('missing-signer', 'a constraint is a type too', log, log.replace('pub authority', '#[account(signer)]\npub authority')),
  twin(
    'missing-signer',
    'native, compared with what is stored',
    withdraw.replace('SIGNED', ''),
    withdraw.replace('SIGNED', 'if !authority.is_signer { return Err(E.into()); }'),
  ),
  twin(
    'missing-signer',
    'the right key, another only pays',
    mark(kept(byAddress, "UncheckedAccount<'info>"), 2),
    kept(byAddress),
  ),
  twin('authority-not-asked', 'another account keeps the authority', mark(kept(''), 1), kept(byAddress)),
  twin('lamports-without-signer', 'nobody signs', drain(''), drain("\npub owner: Signer<'info>,")),
  twin('account-mismatch', 'a signer nobody compares', set('mut'), set('mut, has_one = owner')),
  twin(
    'account-mismatch',
    'a check in the function',
    set('mut'),
    set('mut', 'require!(ctx.accounts.vault.owner == ctx.accounts.owner.key(), E::No);'),
  ),
  twin(
    'authority-not-asked',
    'the one vault, anybody’s signature',
    set('mut, seeds = [b"vault"], bump'),
    set('mut, seeds = [b"vault"], bump, constraint = vault.owner == owner.key() @ E::No'),
  ),
  twin('token-account-unbound', 'anybody’s balance', tokens(''), tokens('#[account(token::authority = holder)]')),
  twin(
    'missing-owner-check',
    'bytes of any program',
    unpack(''),
    unpack('require_keys_eq!(*ctx.accounts.token.owner, spl_token::ID);'),
  ),
  twin('type-cosplay', 'another kind of the same program', cosplay(''), cosplay('if user.kind != 1 { return err!(E::No); }')),
  twin('same-account-twice', 'one account as both', double(''), double(', constraint = one.key() != two.key()')),
  twin('one-step-authority', 'a mistyped key', hand('owner = next'), hand('pending = next')),
  twin('reinitialisation', 'set up anew', again(''), again('if user.is_initialized { return err!(E::No); }')),
  twin('init-if-needed', 'written over', needed(''), needed('require!(vault.owner == Pubkey::default(), E::No);')),
  twin('first-come-authority', 'whoever is first', first(''), first(', address = ADMIN')),
  twin('closed-by-lamports', 'only emptied', close(''), close('from.assign(&system_program::ID);\nfrom.resize(0)?;')),
  twin(
    'caller-picks-bump',
    'any bump',
    bump('Pubkey::create_program_address(&[key.to_le_bytes().as_ref(), &[bump]], ctx.program_id).unwrap()'),
    bump('Pubkey::find_program_address(&[key.to_le_bytes().as_ref()], ctx.program_id).0'),
  ),
  twin(
    'seeds-collide',
    'two names in a row',
    seeds('first.as_bytes(), last.as_bytes()'),
    seeds('first.as_bytes(), payer.key().as_ref(), last.as_bytes()'),
  ),
  twin('remaining-unchecked', 'any account', rest(''), rest('require_keys_eq!(target.key(), TREASURY);')),
  twin('unexplained-account', 'no word why', plain(''), plain('/// CHECK: only logged')),
  twin('arbitrary-cpi', 'any program', relay(''), relay('require_keys_eq!(ctx.accounts.target.key(), known::ID);')),
  twin('pda-signs-for-anybody', 'any receiver', pay(''), pay(', has_one = target', 'target')),
  twin(
    'pda-signs-for-anybody',
    'pools of one mint share it',
    pay(', has_one = target'),
    pay(', has_one = target, seeds = [b"pool", mint], bump'),
  ),
  twin(
    'state-after-cpi',
    'books written late',
    deposit('', 'ctx.accounts.vault.amount = amount; // <-'),
    deposit('ctx.accounts.vault.amount = amount;', ''),
  ),
  twin(
    'stale-after-cpi',
    'no reload',
    deposit('', 'let left = ctx.accounts.purse.amount - 1; // <-\nmsg!("{}", left);'),
    deposit('', 'ctx.accounts.purse.reload()?;\nlet left = ctx.accounts.purse.amount - 1;\nmsg!("{}", left);'),
  ),
  twin('sysvar-unchecked', 'any account as rent', sysvar("AccountInfo<'info>"), sysvar("Sysvar<'info, Rent>")),
  twin('unchecked-arithmetic', 'a sum that wraps', reckon('vault.amount + n'), reckon('vault.amount.checked_add(n).unwrap()')),
  twin('divides-first', 'rounded, then multiplied', reckon('n / 100 * vault.amount'), reckon('n * vault.amount / 100')),
  twin(
    'cut-cast',
    'upper bits dropped',
    reckon('(n as u128 * vault.amount as u128) as u64'),
    reckon('u64::try_from(n as u128 * vault.amount as u128).unwrap()'),
  ),
  twin(
    'panics-on-input',
    'a short input',
    native('let n = amount.checked_add(1).unwrap(); // <-\nmsg!("{}", n);'),
    native('let n = amount.checked_add(1).ok_or(E)?;\nmsg!("{}", n);'),
  ),
  twin(
    'stale-price',
    'of any age',
    price('feed.get_price_unchecked()'),
    price('feed.get_price_no_older_than(&clock, 60).unwrap()'),
  ),
  twin(
    'price-unsure',
    'how sure',
    price('feed.get_current_price().filter(|p| now - p.publish_time < 60).unwrap()'),
    price('feed.get_current_price().filter(|p| now - p.publish_time < 60 && p.conf < 9).unwrap()'),
  ),
  twin(
    'arbitrary-cpi',
    'a program that the caller names',
    call('shop_program_id: Pubkey', 'shop_program_id'),
    call('n: u64', 'crate::ID'),
  ),
]
