// Solana programs in Rust, native and Anchor: instructions read for known mistakes, with what each allows and how it is mended.
import { auditService } from '../../families/audit.ts'

const example = `use anchor_lang::prelude::*;

#[program]
pub mod piggy {
    use super::*;

    pub fn set_limit(ctx: Context<SetLimit>, limit: u64) -> Result<()> {
        ctx.accounts.piggy.limit = limit;
        Ok(())
    }
}

#[derive(Accounts)]
pub struct SetLimit<'info> {
    #[account(mut)]
    pub piggy: Account<'info, Piggy>,
    pub owner: Signer<'info>,
}

#[account]
pub struct Piggy {
    pub owner: Pubkey,
    pub limit: u64,
}
`

export default auditService({
  label: 'audit_b',
  language: 'rust',
  title: 'Solana audit',
  description:
    'Solana programs in Rust, native or Anchor, judged by 35 detectors: each instruction followed with its accounts, their constraints and checks, calls within the project included; severity, line, evidence, exploit sketch and fix, with measured precision and recall.',
  summary: 'Audit of a Solana program’s Rust source or of a public repository: findings with line, cause, exploit sketch and fix',
  tags: ['audit', 'security', 'solana', 'rust', 'anchor'],
  takesAddress: false,
  addressRefused:
    'A Solana program’s account holds compiled code and no source. Send the source in source or files, or the repository of its verified build in github_url.',
  example,
})
