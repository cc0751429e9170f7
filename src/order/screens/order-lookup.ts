import { data } from 'react-router'
import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { postedForm } from '#web/request/posted-form.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import type { Locale } from '#shared/locale.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'

/** What a form was sent with that names an order: by its number, and for guests by their e-mail (ruling 6). */
export interface OrderLookup {
  readonly number: string
  readonly email: string
  /** Of a mailed link, where a page takes one; empty otherwise. */
  readonly key?: string
}

export const orderLookup = (form: FormData): OrderLookup => ({
  number: formText(form, 'number'),
  email: formText(form, 'email'),
  key: formText(form, 'key'),
})

/** As the endpoints take it: members may leave the e-mail empty. */
export const lookupPayload = ({ number, email }: OrderLookup) => ({
  number,
  email: email === '' ? undefined : email,
})

/** Why nothing was found or done; anything but an error of the catalogue is rethrown. */
export const lookupFailure = (thrown: unknown, what: 'order' | 'gift', locale: Locale): FormFailure => {
  const failure = formFailure(thrown)
  if (failure.status !== 404) return failure
  return { ...failure, message: orderPagesMessages.in(locale)('notFound', { what }) }
}

/** The content of a page about one order, for members and guests: the form that names it, or what was found. */
export interface LookupAnswer<Found, Done> {
  readonly entered: OrderLookup
  readonly found: Found | null
  /** What the form just sent did. */
  readonly done: Done | null
  readonly failure: FormFailure | null
  /** What a refused form contained. */
  readonly typed: Readonly<Record<string, string>>
}

/** What a form of the page did: its result, and the order as it is now where that is known or no longer shown. */
interface Action<Found, Done> {
  readonly done: Done | null
  readonly found?: Found | null
}

interface LookupPageParts<Found, Done> {
  readonly what: 'order' | 'gift'
  /** Whether a mailed link opens it, by `key` in the address. */
  readonly takesKey?: boolean
  /** Reads the order or gift; throws an error of the catalogue. */
  readonly find: (call: ShopContext['call'], entered: OrderLookup) => Promise<Found>
  /** Does what a form of the page asks for. Absent, or null returned: the form only names the order. */
  readonly action?: (
    call: ShopContext['call'],
    form: FormData,
    entered: OrderLookup,
  ) => Promise<Action<Found, Done> | null>
}

interface Args {
  readonly request: Request
  readonly shop: ShopContext
}

const typedValues = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form.entries()].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** What the address of a page names: an order by its number, or by the key of a mail. */
const lookupInAddress = (request: Request, takesKey: boolean) => {
  const query = new URL(request.url).searchParams
  const number = (query.get('number') ?? '').slice(0, 32)
  return { number, email: '', key: takesKey ? (query.get('key') ?? '').slice(0, 256) : '' }
}

const emptyAnswer = (entered: OrderLookup): LookupAnswer<never, never> => ({
  entered,
  found: null,
  done: null,
  failure: null,
  typed: {},
})

/** Loader and action of a page about one order that is named by its number, and for guests by their e-mail. */
export const lookupPage = <Found, Done = never>(parts: LookupPageParts<Found, Done>) => {
  const { what, takesKey = false, find, action } = parts
  const show = async (
    { call, locale }: Pick<ShopContext, 'call' | 'locale'>,
    entered: OrderLookup,
    done: Done | null = null,
  ): Promise<LookupAnswer<Found, Done>> => {
    try {
      return { entered, found: await find(call, entered), done, failure: null, typed: {} }
    } catch (thrown) {
      return { ...emptyAnswer(entered), failure: lookupFailure(thrown, what, locale) }
    }
  }
  return {
    /** A member comes here from an order, or its buyer by a mailed link, and sees it at once; the view changes nothing. */
    load: async ({ request, shop }: Args) => {
      const { actor, requestId } = shop
      const isMember = actor.kind === 'member'
      const entered = lookupInAddress(request, takesKey)
      const isNamed = entered.key !== '' || (isMember && entered.number !== '')
      const answer: LookupAnswer<Found, Done> = isNamed ? await show(shop, entered) : emptyAnswer(entered)
      return { isMember, requestId, answer }
    },
    /** By POST: nothing about an order of a guest is ever in a URL. */
    submit: async ({ request, shop }: Args) => {
      const { call, locale } = shop
      const form = await postedForm(request)
      const entered = orderLookup(form)
      try {
        const { done = null, found } = (await action?.(call, form, entered)) ?? {}
        const answer =
          found === undefined ? await show(shop, entered, done) : { ...emptyAnswer(entered), found, done }
        return data(answer, { status: answer.failure?.status ?? 200 })
      } catch (thrown) {
        const failure = lookupFailure(thrown, what, locale)
        const answer = { ...(await show(shop, entered)), failure, typed: typedValues(form) }
        return data(answer, { status: failure.status })
      }
    },
  }
}
