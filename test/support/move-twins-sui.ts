// Mistakes in Move for Sui, each with its mended twin.
export type Twin = { readonly detector: string; readonly line: number; readonly broken: string; readonly mended: string }

const uses =
  'use sui::coin::{Self, Coin, TreasuryCap}; use sui::balance::{Self, Balance}; use sui::transfer; use sui::tx_context::{Self, TxContext}; use sui::object::{Self, UID, ID}; use sui::random::{Self, Random}; use sui::clock::{Self, Clock};'
const inModule = (body: string) => `module own::till { ${uses}\n${body}\n}\n`
const till =
  'public struct AdminCap has key, store { id: UID }\npublic struct Till has key { id: UID, coins: Balance<SUI>, owner: address, fee: u64, cap: TreasuryCap<SUI>, list: vector<address> }\nfun init(ctx: &mut TxContext) { transfer::share_object(make(ctx)); }\nfun make(ctx: &mut TxContext): Till { Till { id: object::new(ctx), owner: ctx.sender() } }'
const inTill = (body: string) => inModule(`${till}\n${body}`)

const books = (fields: string, body: string) =>
  inModule(
    `public struct AdminCap has key, store { id: UID }\npublic struct Till has key { id: UID, ${fields} }\nfun init(ctx: &mut TxContext) { transfer::share_object(Till { id: object::new(ctx) }); }\n${body}`,
  )

export const suiTwins: readonly Twin[] = [
  {
    detector: 'open-withdrawal',
    line: 5,
    broken: books('balance: u64', 'public entry fun lower(till: &mut Till, n: u64) { till.balance = till.balance - n; }'),
    mended: books(
      'balance: u64',
      'public entry fun lower(_: &AdminCap, till: &mut Till, n: u64) { till.balance = till.balance - n; }\npublic entry fun raise(till: &mut Till, n: u64) { till.balance = till.balance + n; }',
    ),
  },
  {
    detector: 'open-setting',
    line: 5,
    broken: books(
      'whitelist: vector<address>',
      'public entry fun add(till: &mut Till, who: address) { till.whitelist.push_back(who); }',
    ),
    mended: books(
      'whitelist: vector<address>',
      'public entry fun add(_: &AdminCap, till: &mut Till, who: address) { till.whitelist.push_back(who); }',
    ),
  },
  {
    detector: 'open-withdrawal',
    line: 6,
    broken: inTill(
      'public fun take(till: &mut Till, amount: u64, ctx: &mut TxContext): Coin<SUI> { coin::take(&mut till.coins, amount, ctx) }',
    ),
    mended: inTill(
      'public fun take(_: &AdminCap, till: &mut Till, amount: u64, ctx: &mut TxContext): Coin<SUI> { coin::take(&mut till.coins, amount, ctx) }',
    ),
  },
  {
    detector: 'open-withdrawal',
    line: 6,
    broken: inTill(
      'entry fun take(till: &mut Till, to: address, ctx: &mut TxContext) { let out = till.coins.split(5).into_coin(ctx); transfer::public_transfer(out, to); }',
    ),
    mended: inTill(
      'entry fun take(till: &mut Till, to: address, ctx: &mut TxContext) { assert!(till.owner == ctx.sender(), 3); let out = till.coins.split(5).into_coin(ctx); transfer::public_transfer(out, to); }',
    ),
  },
  {
    detector: 'open-withdrawal',
    line: 7,
    broken: inTill(
      'public struct Pot has key { id: UID, reserves: u64, owner: address } fun open(ctx: &mut TxContext) { transfer::share_object(Pot { id: object::new(ctx), reserves: 1, owner: ctx.sender() }) }\npublic fun empty(pot: &mut Pot) { pot.reserves = 0; }',
    ),
    mended: inTill(
      'public struct Pot has key { id: UID, reserves: u64, owner: address } fun open(ctx: &mut TxContext) { transfer::share_object(Pot { id: object::new(ctx), reserves: 1, owner: ctx.sender() }) }\npublic fun empty(pot: &mut Pot, ctx: &TxContext) { assert!(pot.owner == ctx.sender(), 1); pot.reserves = 0; }',
    ),
  },
  {
    detector: 'open-setting',
    line: 6,
    broken: inTill('public fun set_fee(till: &mut Till, fee: u64) { till.fee = fee; }'),
    mended: inTill(
      'public fun set_fee(till: &mut Till, fee: u64, ctx: &TxContext) { check(till, ctx); till.fee = fee; } fun check(till: &Till, ctx: &TxContext) { if (tx_context::sender(ctx) != till.owner) abort 7; }',
    ),
  },
  {
    detector: 'open-mint',
    line: 6,
    broken: inTill(
      'public entry fun mint(till: &mut Till, amount: u64, to: address, ctx: &mut TxContext) { let made = coin::mint(&mut till.cap, amount, ctx); transfer::public_transfer(made, to); }',
    ),
    mended: inTill(
      'public entry fun mint(_: &AdminCap, till: &mut Till, amount: u64, to: address, ctx: &mut TxContext) { let made = coin::mint(&mut till.cap, amount, ctx); transfer::public_transfer(made, to); }',
    ),
  },
  {
    detector: 'mint-without-limit',
    line: 6,
    broken: inTill(
      'public fun mint(cap: &mut TreasuryCap<SUI>, amount: u64, ctx: &mut TxContext): Coin<SUI> { coin::mint(cap, amount, ctx) }',
    ),
    mended: inTill(
      'public fun mint(cap: &mut TreasuryCap<SUI>, amount: u64, ctx: &mut TxContext): Coin<SUI> { assert!(coin::total_supply(cap) + amount <= MAX_SUPPLY, 2); coin::mint(cap, amount, ctx) }',
    ),
  },
  {
    detector: 'sender-by-parameter',
    line: 6,
    broken: inTill(
      'public fun set_fee(till: &mut Till, who: address, fee: u64) { assert!(till.owner == who, 1); till.fee = fee; }',
    ),
    mended: inTill(
      'public fun set_fee(till: &mut Till, fee: u64, ctx: &TxContext) { let who = ctx.sender(); assert!(till.owner == who, 1); till.fee = fee; }',
    ),
  },
  {
    detector: 'capability-handed-out',
    line: 6,
    broken: inTill('public fun cap(till: &mut Till): &mut TreasuryCap<SUI> { &mut till.cap }'),
    mended: inTill('public fun cap(_: &AdminCap, till: &mut Till): &mut TreasuryCap<SUI> { &mut till.cap }'),
  },
  {
    detector: 'state-handed-out',
    line: 6,
    broken: inTill('public fun coins(till: &mut Till): &mut Balance<SUI> { &mut till.coins }'),
    mended: inTill('public(package) fun coins(till: &mut Till): &mut Balance<SUI> { &mut till.coins }'),
  },
  {
    detector: 'capability-for-anybody',
    line: 6,
    broken: inTill('public fun new_admin(ctx: &mut TxContext): AdminCap { AdminCap { id: object::new(ctx) } }'),
    mended: inTill('public fun new_admin(_: &AdminCap, ctx: &mut TxContext): AdminCap { AdminCap { id: object::new(ctx) } }'),
  },
  {
    detector: 'shares-given',
    line: 6,
    broken: inTill('public fun open(till: Till) { transfer::share_object(till); }'),
    mended: inTill('public fun open(_: &AdminCap, ctx: &mut TxContext) { let till = make(ctx); transfer::share_object(till); }'),
  },
  {
    detector: 'shares-capability',
    line: 2,
    broken: inModule('fun init(cap: AdminCap, ctx: &TxContext) { transfer::public_share_object(cap) }'),
    mended: inModule('fun init(cap: AdminCap, ctx: &TxContext) { transfer::public_transfer(cap, ctx.sender()) }'),
  },
  {
    detector: 'freezes-capability',
    line: 2,
    broken: inModule('fun end(cap: TreasuryCap<SUI>) { transfer::public_freeze_object(cap) }'),
    mended: inModule('fun end(meta: CoinMetadata<SUI>) { transfer::public_freeze_object(meta) }'),
  },
  {
    detector: 'freezes-wrapped',
    line: 4,
    broken: inModule(
      'public struct Inner has key, store { id: UID }\npublic struct Outer has key, store { id: UID, inner: Inner }\nfun end(outer: Outer) { transfer::public_freeze_object(outer) }',
    ),
    mended: inModule(
      'public struct Inner has store { n: u64 }\npublic struct Outer has key, store { id: UID, inner: Inner }\nfun end(outer: Outer) { transfer::public_freeze_object(outer) }',
    ),
  },
  {
    detector: 'receipt-not-hot',
    line: 2,
    broken: inModule(
      'public struct Receipt has drop { owed: u64 }\npublic fun lend(till: &mut Till, n: u64): (Coin<SUI>, Receipt) { (till.take(n), Receipt { owed: n }) }',
    ),
    mended: inModule(
      'public struct Receipt { owed: u64 }\npublic fun lend(till: &mut Till, n: u64): (Coin<SUI>, Receipt) { (till.take(n), Receipt { owed: n }) }',
    ),
  },
  {
    detector: 'repayment-not-asked',
    line: 3,
    broken: inModule(
      'public struct Receipt { owed: u64 }\npublic fun pay(till: &mut Till, coin: Coin<SUI>, r: Receipt) { let Receipt { owed: _ } = r; till.put(coin) }',
    ),
    mended: inModule(
      'public struct Receipt { owed: u64 }\npublic fun pay(till: &mut Till, coin: Coin<SUI>, r: Receipt) { let Receipt { owed } = r; assert!(coin.value() >= owed, 1); till.put(coin) }',
    ),
  },
  {
    detector: 'value-copied',
    line: 2,
    broken: inModule(
      'public struct Voucher has copy, store { amount: u64 }\npublic fun buy(coin: Coin<SUI>): Voucher { Voucher { amount: keep(coin) } }',
    ),
    mended: inModule(
      'public struct Voucher has store { amount: u64 }\npublic fun buy(coin: Coin<SUI>): Voucher { Voucher { amount: keep(coin) } }',
    ),
  },
  {
    detector: 'witness-misused',
    line: 2,
    broken: inModule('public struct TILL has drop, store {}\nfun init(w: TILL, ctx: &mut TxContext) {}'),
    mended: inModule('public struct TILL has drop {}\nfun init(w: TILL, ctx: &mut TxContext) {}'),
  },
  {
    detector: 'type-not-bound',
    line: 4,
    broken: inModule(
      'public struct Bank has key { id: UID, total: u64, safe: address }\nfun init(ctx: &mut TxContext) { transfer::share_object(Bank { id: object::new(ctx), total: 0, safe: @own }) }\npublic fun pay<T>(bank: &mut Bank, coin: Coin<T>) { bank.total = bank.total + coin::value(&coin); transfer::public_transfer(coin, bank.safe); }',
    ),
    mended: inModule(
      'public struct Bank<phantom T> has key { id: UID, total: u64, safe: address }\nfun init(ctx: &mut TxContext) { transfer::share_object(Bank { id: object::new(ctx), total: 0, safe: @own }) }\npublic fun pay<T>(bank: &mut Bank<T>, coin: Coin<T>) { bank.total = bank.total + coin::value(&coin); transfer::public_transfer(coin, bank.safe); }',
    ),
  },
  {
    detector: 'coin-field',
    line: 2,
    broken: inModule('public struct Box has key { id: UID, coin: Coin<SUI> }'),
    mended: inModule('public struct Box has key { id: UID, coin: Balance<SUI> }'),
  },
  {
    detector: 'public-randomness',
    line: 2,
    broken: inModule(
      'public fun draw(r: &Random, ctx: &mut TxContext): bool { let mut g = random::new_generator(r, ctx); g.generate_bool() }',
    ),
    mended: inModule(
      'entry fun draw(r: &Random, ctx: &mut TxContext) { let mut g = random::new_generator(r, ctx); keep(g.generate_bool()) }',
    ),
  },
  {
    detector: 'chance-from-chain',
    line: 2,
    broken: inModule('public fun draw_winner(clock: &Clock, n: u64): u64 { clock::timestamp_ms(clock) % n }'),
    mended: inModule(
      'entry fun draw_winner(r: &Random, n: u64, ctx: &mut TxContext): u64 { let mut g = random::new_generator(r, ctx); g.generate_u64() % n }',
    ),
  },
  {
    detector: 'stale-price',
    line: 2,
    broken: inModule(
      'public fun worth(info: &PriceInfoObject, n: u64): u64 { let price = pyth::get_price_unsafe(info); scale(price, n) }',
    ),
    mended: inModule(
      'public fun worth(info: &PriceInfoObject, clock: &Clock, n: u64): u64 { let price = pyth::get_price_no_older_than(info, clock, 60); scale(price, n) }',
    ),
  },
  {
    detector: 'signature-replay',
    line: 6,
    broken: inTill(
      'public fun claim(till: &mut Till, sig: vector<u8>, msg: vector<u8>, ctx: &mut TxContext) { assert!(ed25519::ed25519_verify(&sig, &KEY, &msg), 1); till.coins.split(5).into_coin(ctx).transfer(ctx.sender()); }',
    ),
    mended: inTill(
      'public fun claim(till: &mut Till, sig: vector<u8>, msg: vector<u8>, ctx: &mut TxContext) { assert!(ed25519::ed25519_verify(&sig, &KEY, &msg), 1); till.list.push_back(ctx.sender()); till.coins.split(5).into_coin(ctx).transfer(ctx.sender()); }',
    ),
  },
  {
    detector: 'loop-over-all',
    line: 7,
    broken: inTill(
      'public fun join(_: &AdminCap, till: &mut Till, who: address) { till.list.push_back(who); }\npublic fun pay(till: &Till) { let mut i = 0; while (i < till.list.length()) { send(till.list[i]); i = i + 1; } }',
    ),
    mended: inTill(
      'public fun join(_: &AdminCap, till: &mut Till, who: address) { till.list.push_back(who); }\npublic fun pay(till: &Till, most: u64) { let mut i = 0; while (i < most) { send(till.list[i]); i = i + 1; } }',
    ),
  },
  {
    detector: 'list-grows',
    line: 6,
    broken: inTill('public fun join(till: &mut Till, ctx: &TxContext) { till.list.push_back(ctx.sender()); }'),
    mended: inTill('public fun join(till: &mut Till) { assert!(till.list.length() < 9); till.list.push_back(till.owner); }'),
  },
  {
    detector: 'unbounded-loop',
    line: 7,
    broken: inTill(
      'public fun join(till: &mut Till, ctx: &TxContext) { till.list.push_back(ctx.sender()); }\npublic fun pay(till: &Till) { let mut i = 0; while (i < till.list.length()) { send(till.list[i]); i = i + 1; } }',
    ),
    mended: inTill(
      'public fun join(_: &AdminCap, till: &mut Till, who: address) { till.list.push_back(who); }\npublic fun pay(till: &Till) { let mut i = 0; while (i < till.list.length()) { send(till.list[i]); i = i + 1; } }',
    ),
  },
  {
    detector: 'change-without-event',
    line: 6,
    broken: inTill('public fun set_fee(_: &AdminCap, till: &mut Till, fee: u64) { till.fee = fee; }'),
    mended: inTill(
      'public fun set_fee(_: &AdminCap, till: &mut Till, fee: u64) { till.fee = fee; event::emit(FeeSet { fee }); }',
    ),
  },
  {
    detector: 'no-pause',
    line: 6,
    broken: inTill('public fun deposit(till: &mut Till, coin: Coin<SUI>) { till.coins.join(coin.into_balance()); }'),
    mended: inTill(
      'public struct Switch has key { id: UID, paused: bool }\npublic fun deposit(till: &mut Till, coin: Coin<SUI>) { till.coins.join(coin.into_balance()); }',
    ),
  },
  {
    detector: 'capability-not-bound',
    line: 5,
    broken: inModule(
      'public struct OwnerCap has key, store { id: UID, of: ID }\npublic struct Safe has key { id: UID, coins: Balance<SUI> }\npublic fun make(ctx: &mut TxContext): OwnerCap { let safe = Safe { id: object::new(ctx), coins: balance::zero() }; let cap = OwnerCap { id: object::new(ctx), of: object::id(&safe) }; transfer::share_object(safe); cap }\npublic fun take(_: &OwnerCap, safe: &mut Safe): Balance<SUI> { safe.coins.withdraw_all() }',
    ),
    mended: inModule(
      'public struct OwnerCap has key, store { id: UID, of: ID }\npublic struct Safe has key { id: UID, coins: Balance<SUI> }\npublic fun make(ctx: &mut TxContext): OwnerCap { let safe = Safe { id: object::new(ctx), coins: balance::zero() }; let cap = OwnerCap { id: object::new(ctx), of: object::id(&safe) }; transfer::share_object(safe); cap }\npublic fun take(cap: &OwnerCap, safe: &mut Safe): Balance<SUI> { assert!(cap.of == object::id(safe), 1); safe.coins.withdraw_all() }',
    ),
  },
  {
    detector: 'shares-unguarded',
    line: 4,
    broken: inTill('public fun name(till: &mut Till, name: u64) { till.name = name; }'),
    mended: inTill('public fun name(_: &AdminCap, till: &mut Till, name: u64) { till.name = name; }'),
  },
]
