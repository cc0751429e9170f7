import type { AppDeps } from '#platform/app-deps.ts'
import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import * as endpoints from '../endpoints.ts'
import { createCartReminderHandlers } from './cart-reminders.ts'
import { createNewsletterHandlers } from './subscribers.ts'

/** The endpoints of the newsletter and of mails about an abandoned cart. */
export const newsletterRoutes = (deps: AppDeps): readonly Route[] =>
  routes(endpoints, { ...createNewsletterHandlers(deps), ...createCartReminderHandlers(deps) })
