import type { z } from 'zod'
import type { Account } from '../account/account.ts'
import type { FormTree } from '../wire/form.ts'
import { readParameters } from '../wire/parameters.ts'
import { StripeFault } from '../wire/stripe-fault.ts'
import * as tokens from './confirmation-tokens.ts'
import * as customers from './customers.ts'
import * as disputes from './disputes.ts'
import * as files from './files.ts'
import * as finding from './finding-payments.ts'
import * as chargeParameters from './charge-parameters.ts'
import * as money from './money-and-events.ts'
import * as domains from './payment-method-domains.ts'
import * as intentParameters from './payment-intent-parameters.ts'
import * as intents from './payment-intents.ts'
import * as methods from './payment-methods.ts'
import * as refunds from './refunds.ts'
import * as setups from './setup-intents.ts'
import * as taxCalculations from './tax-calculations.ts'
import * as taxParameters from './tax-parameters.ts'
import * as taxTransactions from './tax-transactions.ts'

/** Reads the parameters, and gives what then happens: Stripe keeps no reply to a request that it could not read. */
type Prepare = (account: Account, form: FormTree, id: string) => () => object

interface Route {
  readonly method: 'DELETE' | 'GET' | 'POST'
  readonly pattern: RegExp
  readonly prepare: Prepare
}

const route = <P>(
  call: string,
  schema: z.ZodType<P>,
  run: (account: Account, request: P, id: string) => object,
): Route => {
  const [method, path = ''] = call.split(' ')
  return {
    method: method === 'POST' || method === 'DELETE' ? method : 'GET',
    pattern: new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`),
    prepare: (account, form, id) => {
      const request = readParameters(schema, form)
      return () => run(account, request, id)
    },
  }
}

const routes: readonly Route[] = [
  route('POST payment_intents', intentParameters.createParameters, intents.createIntent),
  route('GET payment_intents', intentParameters.listParameters, finding.listIntents),
  route('GET payment_intents/search', intentParameters.searchParameters, finding.searchIntents),
  route('GET payment_intents/:id', intentParameters.retrieveParameters, intents.retrieveIntent),
  route('POST payment_intents/:id', intentParameters.updateParameters, intents.updateIntent),
  route('POST payment_intents/:id/confirm', intentParameters.confirmParameters, intents.confirmIntent),
  route('POST payment_intents/:id/capture', intentParameters.captureParameters, intents.captureIntent),
  route('POST payment_intents/:id/cancel', intentParameters.cancelParameters, intents.cancelIntent),
  route('POST setup_intents', setups.createParameters, setups.createSetup),
  route('GET setup_intents', setups.listParameters, setups.listSetups),
  route('GET setup_intents/:id', setups.retrieveParameters, setups.retrieveSetup),
  route('POST setup_intents/:id/confirm', setups.confirmParameters, setups.confirmSetup),
  route('POST setup_intents/:id/cancel', setups.cancelParameters, setups.cancelSetup),
  route('GET confirmation_tokens/:id', tokens.retrieveParameters, tokens.retrieveToken),
  route('POST test_helpers/confirmation_tokens', tokens.createParameters, tokens.createToken),
  route('GET payment_methods', methods.listParameters, methods.listMethods),
  route('GET payment_methods/:id', methods.retrieveParameters, methods.retrieveMethod),
  route('POST payment_methods/:id/attach', methods.attachParameters, methods.attachMethod),
  route('POST payment_methods/:id/detach', methods.detachParameters, methods.detachMethod),
  route('GET customers/:id/payment_methods', methods.listOfCustomerParameters, methods.listMethodsOfCustomer),
  route('POST customers', customers.createParameters, customers.createCustomer),
  route('GET customers/:id', customers.retrieveParameters, customers.retrieveCustomer),
  route('POST customers/:id', customers.updateParameters, customers.updateCustomer),
  route('DELETE customers/:id', customers.deleteParameters, customers.deleteCustomer),
  route('POST refunds', refunds.createParameters, refunds.createRefund),
  route('GET refunds', refunds.listParameters, refunds.listRefunds),
  route('GET refunds/:id', refunds.retrieveParameters, refunds.retrieveRefund),
  route('GET charges', chargeParameters.listParameters, finding.listCharges),
  route('GET charges/:id', chargeParameters.retrieveParameters, finding.retrieveCharge),
  route('GET balance_transactions', money.transactionListParameters, money.listTransactions),
  route('GET balance_transactions/:id', money.transactionParameters, money.retrieveTransaction),
  route('GET payouts', money.payoutListParameters, money.listPayouts),
  route('GET payouts/:id', money.payoutParameters, money.retrievePayout),
  route('GET disputes', disputes.listParameters, disputes.listDisputes),
  route('GET disputes/:id', disputes.retrieveParameters, disputes.retrieveDispute),
  route('POST disputes/:id', disputes.updateParameters, disputes.updateDispute),
  route('POST disputes/:id/close', disputes.closeParameters, disputes.closeByShop),
  route('POST files', files.createParameters, files.createFile),
  route('GET files/:id', files.retrieveParameters, files.retrieveFile),
  route('GET events', money.eventListParameters, money.listEvents),
  route('GET events/:id', money.eventParameters, money.retrieveEvent),
  route('GET radar/early_fraud_warnings', money.warningListParameters, money.listWarnings),
  route('GET radar/early_fraud_warnings/:id', money.warningParameters, money.retrieveWarning),
  route('POST tax/calculations', taxParameters.createParameters, taxCalculations.createCalculation),
  route(
    'POST tax/transactions/create_from_calculation',
    taxParameters.fromCalculationParameters,
    taxTransactions.createFromCalculation,
  ),
  route(
    'POST tax/transactions/create_reversal',
    taxParameters.reversalParameters,
    taxTransactions.createReversal,
  ),
  route('GET tax/transactions/:id', taxParameters.retrieveParameters, taxTransactions.retrieveTransaction),
  route(
    'GET tax/transactions/:id/line_items',
    taxParameters.lineItemListParameters,
    taxTransactions.listLineItems,
  ),
  route('POST payment_method_domains', domains.createParameters, domains.createDomain),
  route('GET payment_method_domains', domains.listParameters, domains.listDomains),
  route('GET payment_method_domains/:id', domains.retrieveParameters, domains.retrieveDomain),
  route('POST payment_method_domains/:id/validate', domains.validateParameters, domains.retrieveDomain),
]

/** What answers a request, with the id of its path. */
export const routeOf = (
  method: string,
  path: string,
): { readonly prepare: Prepare; readonly id: string } | null => {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path) : null
    if (match) return { prepare: route.prepare, id: decodeURIComponent(match[1] ?? '') }
  }
  return null
}

/** Paths at which Stripe has more calls than are modeled here. */
const realFolders = new Set(
  'account balance charges checkout coupons customer_sessions customers disputes ephemeral_keys events files invoices mandates payment_intents payment_links payment_method_configurations payment_methods payment_method_domains payouts prices products radar refunds reporting reviews setup_attempts setup_intents subscriptions tax test_helpers tokens transfers webhook_endpoints confirmation_tokens balance_transactions'.split(
    ' ',
  ),
)

/** The refusal of a call that nothing answers. */
export const unknownCall = (method: string, path: string): StripeFault => {
  if (realFolders.has(path.split('/')[2] ?? '')) return StripeFault.unmodelled(`the call ${method} ${path}`)
  return new StripeFault(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  })
}
