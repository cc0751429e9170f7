import { agentCommand } from '#agent/commands/agent-command.ts'
import { apiAppCommand } from '#partner/app/commands/api-app-command.ts'
import { apiKeyCommand } from '#partner/key/commands/api-key-command.ts'
import { backupCommand, restoreCommand } from './backup-commands.ts'
import { invariantsCommand, ledgerCommand, reconcileCommand } from './bookkeeping-commands.ts'
import { bouncesCommand } from '#newsletter/commands/bounces-command.ts'
import { brandCommand } from './brand-command.ts'
import { catalogueCommand } from '#catalogue/commands/catalogue-command.ts'
import { creditCommand } from '#credit/commands/credit-command.ts'
import { demoCommand } from './demo-command.ts'
import { disputeCommand } from '#dispute/commands/dispute-command.ts'
import { flagsCommand } from '#experiment/commands/flags-command.ts'
import { memberCommand } from './member-command.ts'
import { recallCommand, receiveCommand } from '#desk/commands/lot-commands.ts'
import { newsletterCommand } from '#newsletter/commands/newsletter-command.ts'
import { pagesCommand, previewCommand } from '#content/commands/pages-command.ts'
import { placesCommand } from '#desk/commands/places-command.ts'
import { parkedCommand } from '#subscription/renewal/commands/parked-command.ts'
import { reviewsCommand } from '#loyalty/commands/reviews-command.ts'
import { problemCommand, problemsCommand } from '#return/commands/problem-command.ts'
import { priceCommand, stockCommand } from '#catalogue/commands/plan-commands.ts'
import { reportCommand, visitsCommand } from '#report/commands/report-commands.ts'
import { payoutsCommand } from '#payment/payout/commands/payouts-command.ts'
import { refundCommand } from '#refund/commands/refund-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { returnCommand } from '#return/commands/return-command.ts'
import { priceIncreaseCommand } from '#subscription/notice/commands/price-increase-command.ts'
import { labelCommand, shipCommand, shipmentsCommand } from '#order/commands/shipment-commands.ts'
import { signOutCommand } from '#account/commands/sign-out-command.ts'
import { auditCommand, staffCommand } from '#staff/commands/staff-command.ts'
import { taxesCommand } from '#order/commands/tax-command.ts'
import { webhookCommand } from '#partner/webhook/commands/webhook-command.ts'
import type { AppCommand } from './command-context.ts'

/** Everything that `npm run shop --` does: commands of modules, and here those that need what only the composition root has. */
export const commands: readonly AppCommand[] = [
  agentCommand,
  apiKeyCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
  bouncesCommand,
  brandCommand,
  catalogueCommand,
  ledgerCommand,
  creditCommand,
  demoCommand,
  disputeCommand,
  flagsCommand,
  invariantsCommand,
  memberCommand,
  newsletterCommand,
  pagesCommand,
  placesCommand,
  parkedCommand,
  previewCommand,
  problemsCommand,
  recallCommand,
  receiveCommand,
  problemCommand,
  priceCommand,
  priceIncreaseCommand,
  reportCommand,
  reconcileCommand,
  payoutsCommand,
  refundCommand,
  returnCommand,
  reviewsCommand,
  shipCommand,
  labelCommand,
  migrateCommand,
  shipmentsCommand,
  signOutCommand,
  staffCommand,
  stockCommand,
  taxesCommand,
  visitsCommand,
  apiAppCommand,
  webhookCommand,
]
