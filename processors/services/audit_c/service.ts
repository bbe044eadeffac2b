// Move for Aptos and Sui: modules read for known mistakes, with what each allows and how it is mended.
import { auditService } from '../../families/audit.ts'

const example = `module piggy::bank;

use sui::balance::{Self, Balance};
use sui::coin::{Self, Coin};
use sui::sui::SUI;

public struct Bank has key {
    id: UID,
    saved: Balance<SUI>,
}

fun init(ctx: &mut TxContext) {
    transfer::share_object(Bank { id: object::new(ctx), saved: balance::zero() });
}

public fun put(bank: &mut Bank, coin: Coin<SUI>) {
    bank.saved.join(coin.into_balance());
}

public fun take(bank: &mut Bank, amount: u64, ctx: &mut TxContext): Coin<SUI> {
    coin::take(&mut bank.saved, amount, ctx)
}
`

export default auditService({
  label: 'audit_c',
  language: 'move',
  title: 'Move audit',
  description:
    'Move source for Aptos and Sui judged by some seventy detectors over its syntax tree, calls within the project followed: severity, line, evidence, exploit sketch and fix, with measured precision and recall.',
  summary: 'Audit of Move source or of a public repository: findings with line, cause, exploit sketch and fix',
  tags: ['audit', 'security', 'move'],
  takesAddress: false,
  addressRefused:
    'A package on chain holds bytecode and no source. Send its modules in source or files, or its repository in github_url.',
  example,
})
