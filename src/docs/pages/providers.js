/** Returns the session of a single sign-on that has returned to this page, and removes it from the storage. */
export const takeSession = () => {
  const { once, ...session } = JSON.parse(sessionStorage.getItem('session') ?? '{}')
  if (!once) return undefined
  sessionStorage.removeItem('session')
  return session
}

/**
 * Adds a button for each single sign-on provider to a form, and shows why a sign-in failed. `module` is the script of
 * the account pages that starts the sign-in (decision 0053).
 */
export const showProviders = async (form, { api, module, say }) => {
  const reason = location.hash.slice(1)
  const { oidc = [] } = await fetch(`${api}/auth/methods`)
    .then((answer) => answer.json())
    .catch(() => ({}))
  for (const { name, start_url } of oidc) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = `Sign in with ${name}`
    const start = async () => {
      const { startSignIn } = await import(module)
      await startSignIn(start_url, { next: location.pathname, once: true })
    }
    button.addEventListener('click', () => void start().catch(() => say('The service does not respond.')))
    form.append(button)
  }
  if (oidc.length === 0 || !/^[a-z_]+$/.test(reason)) return
  const { reasonText } = await import(module)
  say(reasonText(reason) ?? '')
}
