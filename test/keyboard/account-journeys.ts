import { demoPassword } from '../../db/seed/people.ts'
import { withAuthenticator } from '../browser/authenticator.ts'
import { password } from '../browser/buying.ts'
import type { Journey } from './journey.ts'
import { follow } from './mailed.ts'
import {
  expectAddress, button, field, link, pick, press, radio, see, select, seeConfirmation, type, repeatUntil,
} from './steps.ts' // prettier-ignore

const signInMethods: readonly Journey[] = [
  {
    name: 'an account is opened and confirmed by mail',
    from: '/signup',
    steps: (email) => [
      type(field('First name'), 'Wanda'),
      type(field('Last name'), 'Kerr'),
      type(field('Email'), email),
      type(field('Password'), password),
      press(button('Create account')),
      see('Check your email'),
      follow(email, /\/account\/verify-account\/[^\s)]+/),
      type(field('Password'), password),
      press(button('Confirm and sign in')),
      expectAddress(/\/account\/home$/),
    ],
  },
  {
    name: 'a member is refused with a wrong password, signs in, and signs out',
    from: '/login',
    steps: () => [
      type(field('Email'), 'sol@loam.example'),
      type(field('Password'), 'not mine'),
      press(button('Login')),
      see('Incorrect username/password'),
      type(field('Password'), demoPassword),
      press(button('Login')),
      expectAddress(/\/account/),
      press(button('Sign Out')),
      expectAddress(/\/login$/),
    ],
  },
  {
    name: 'a password is recovered by mail',
    from: '/login',
    steps: () => [
      press(link('Forgot password?')),
      repeatUntil(
        'Check your email',
        type(field('Email'), 'sol@loam.example'),
        press(button('Send me a link')),
      ),
      follow('sol@loam.example', /\/set-password\?token=[^\s)]+/),
      type(field('New password'), demoPassword),
      press(button('Save and sign in')),
      expectAddress(/\/account/),
    ],
  },
  {
    name: 'a passkey is added, signs in and is removed',
    who: 'sol',
    from: '/account/settings/sign-in',
    prepare: async (page) => {
      await withAuthenticator(page)
    },
    steps: () => [
      type(field('Passkey name'), 'my laptop'),
      press(button('Add a passkey')),
      seeConfirmation('Your passkey is saved.'),
      press(button('Sign Out')),
      press(button('Sign in with a passkey')),
      expectAddress(/\/account\/home$/),
      press(link('Settings')),
      press(link('Sign-in')),
      press(button('Remove my laptop')),
      seeConfirmation('Your passkey is removed.'),
    ],
  },
]

const settings: readonly Journey[] = [
  {
    name: 'an empty name is refused, and a new name is saved',
    who: 'sol',
    from: '/account',
    steps: () => [
      type(field('First name'), '   '),
      press(button('Save')),
      see('Kindly enter your first name'),
      type(field('First name'), 'Sol'),
      press(button('Save')),
      seeConfirmation('Your changes are saved.'),
    ],
  },
  {
    name: 'an address is added and removed',
    who: 'sol',
    from: '/account/settings/addresses',
    steps: () => [
      type(field('First name'), 'Sol'),
      type(field('Last name'), 'Okafor'),
      type(field('Address'), '9 Moss Lane'),
      type(field('City'), 'Portland'),
      select(field('State'), 'Oregon'),
      type(field('Zip code'), '97205'),
      press(button('Save address')),
      seeConfirmation('Your addresses are saved.'),
      press(button('Remove 9 Moss Lane')),
      seeConfirmation('Your addresses are saved.'),
    ],
  },
  {
    name: 'mails are turned off and on again',
    who: 'june',
    from: '/account/settings/privacy',
    steps: () => [
      press(button('Receipts for renewals: turn off')),
      seeConfirmation('Your choices are saved.'),
      press(button('Receipts for renewals: turn on')),
      seeConfirmation('Your choices are saved.'),
    ],
  },
]

const aroundAccount: readonly Journey[] = [
  {
    name: 'the account menu leads to the orders and an invoice',
    who: 'june',
    from: '/science',
    only: 1440,
    steps: () => [
      async (keyboard) =>
        keyboard.focus(keyboard.page.locator('[data-header] summary', { hasText: 'Account' })),
      async ({ page }) => page.keyboard.press('Enter'),
      press(link('Order History', 'banner')),
      expectAddress(/\/account\/orders$/),
      press(link(/L[A-Z0-9]{9}/)),
      press(link('Invoice')),
      see('Save as PDF'),
    ],
  },
  {
    name: 'a member gets a referral link, and the link leads to the shop',
    who: 'sol',
    from: '/account/refer',
    // One of ten newcomers does not meet loyalty.
    prepare: async (page) => {
      await page.request.put('/account/user-experiment/loyalty_new_user', { data: { variant: 'include' } })
    },
    steps: () => [
      press(button('Get my link')),
      see('Your code'),
      async ({ page }) => {
        const path = await page.locator('main a[href*="/refer/"]').first().getAttribute('href')
        await page.context().clearCookies()
        await page.goto(path ?? '')
      },
      press(button('Go to the shop')),
      expectAddress(/\/get-started$/),
    ],
  },
  {
    name: 'the survey after a purchase is left halfway and completed',
    from: '/onboarding/onboarding',
    steps: () => [
      pick(radio('General wellness')),
      press(button('Next question')),
      press(link('Back')),
      press(button('Next question')),
      pick(radio('Never')),
      press(button('Save and leave')),
      expectAddress(/localhost:\d+\/$/),
      async ({ page }) => void (await page.goto('/onboarding/onboarding')),
      pick(radio('With a meal')),
      press(button('Next question')),
      type(field('In your words'), 'Nothing much.'),
      press(button('See my result')),
      see('That’s all. Thank you.'),
    ],
  },
]

/** What people do to get into their account, and in it. */
export const accountJourneys: readonly Journey[] = [...signInMethods, ...settings, ...aroundAccount]
