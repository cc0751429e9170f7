import { redirect } from 'react-router'

/** `/orders` redirects members to their history (ruling 6); visitors are asked to sign in there. */
export const loader = () => redirect('/account/orders', 302)
