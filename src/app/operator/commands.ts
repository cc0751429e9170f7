import { agentCommand } from './agent-command.ts'
import { apiAppCommand } from './api-app-command.ts'
import { apiKeyCommand } from './api-key-command.ts'
import { backupCommand, restoreCommand } from './backup-commands.ts'
import { invariantsCommand, ledgerCommand, reconcileCommand } from './bookkeeping-commands.ts'
import { bouncesCommand } from './bounces-command.ts'
import { catalogueCommand } from './catalogue-command.ts'
import { creditCommand, reviewsCommand } from './credit-commands.ts'
import { demoCommand } from './demo-command.ts'
import { disputeCommand } from './dispute-command.ts'
import { flagsCommand } from './flags-command.ts'
import { memberCommand } from './member-command.ts'
import { recallCommand, receiveCommand } from './lot-commands.ts'
import { newsletterCommand } from './newsletter-command.ts'
import { previewCommand } from './content-commands.ts'
import { pagesCommand } from './pages-command.ts'
import { placesCommand } from './places-command.ts'
import { parkedCommand } from './parked-command.ts'
import { problemCommand, problemsCommand } from './problem-command.ts'
import { priceCommand, stockCommand } from './plan-commands.ts'
import { reportCommand, visitsCommand } from './report-commands.ts'
import { payoutsCommand } from './payouts-command.ts'
import { refundCommand } from './refund-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { returnCommand } from './return-command.ts'
import { priceIncreaseCommand } from './price-increase-command.ts'
import { labelCommand } from './label-command.ts'
import { shipCommand, shipmentsCommand } from './shipment-commands.ts'
import { signOutCommand } from './sign-out-command.ts'
import { auditCommand, staffCommand } from './staff-command.ts'
import { taxesCommand } from './tax-command.ts'
import { webhookCommand } from './webhook-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** Everything that `npm run shop --` does, one file each. */
export const commands: readonly OperatorCommand[] = [
  agentCommand,
  apiKeyCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
  bouncesCommand,
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
