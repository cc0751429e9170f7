import type { Stripe } from 'stripe'
import type { Account } from '../account/account.ts'
import { find } from '../account/views.ts'
import { expanded } from '../wire/expansion.ts'
import { pageOf } from '../wire/list-page.ts'
import { boolean, expand, pagination, parameters, text } from '../wire/parameters.ts'
import { StripeFault } from '../wire/stripe-fault.ts'

export const createParameters = parameters<Stripe.PaymentMethodDomainCreateParams>()({
  domain_name: text,
  enabled: boolean.optional(),
  expand,
})
export const validateParameters = parameters<Stripe.PaymentMethodDomainValidateParams>()({ expand })
export const retrieveParameters = parameters<Stripe.PaymentMethodDomainRetrieveParams>()({ expand })
export const listParameters = parameters<Stripe.PaymentMethodDomainListParams>()({
  ...pagination,
  domain_name: text.optional(),
  enabled: boolean.optional(),
  expand,
})

/** Wallets are active at once: whether the domain serves the wallets' files is not asked. */
export const createDomain = (
  account: Account,
  request: Stripe.PaymentMethodDomainCreateParams,
): Stripe.PaymentMethodDomain => {
  if (/[/:]/.test(request.domain_name))
    throw StripeFault.invalid(`Invalid domain name: ${request.domain_name}`, { param: 'domain_name' })
  const active = { status: 'active' } as const
  const domain: Stripe.PaymentMethodDomain = {
    id: account.newId('pmd'),
    object: 'payment_method_domain',
    amazon_pay: active,
    apple_pay: active,
    created: account.now(),
    domain_name: request.domain_name,
    enabled: request.enabled ?? true,
    google_pay: active,
    klarna: active,
    link: active,
    livemode: false,
    paypal: active,
  }
  account.domains.set(domain.id, domain)
  return expanded(request.expand, () => domain)
}

export const retrieveDomain = (
  account: Account,
  request: Stripe.PaymentMethodDomainRetrieveParams,
  id: string,
): Stripe.PaymentMethodDomain => {
  const domain = find(account.domains, 'payment_method_domain', id)
  return expanded(request.expand, () => domain)
}

export const listDomains = (
  account: Account,
  request: Stripe.PaymentMethodDomainListParams,
): Stripe.ApiList<Stripe.PaymentMethodDomain> => {
  const wanted = [...account.domains.values()].filter(
    (one) =>
      (request.domain_name === undefined || one.domain_name === request.domain_name) &&
      (request.enabled === undefined || one.enabled === request.enabled),
  )
  return pageOf('/v1/payment_method_domains', wanted, request, (one, paths) => expanded(paths, () => one))
}
