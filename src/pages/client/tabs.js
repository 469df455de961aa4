const channel = new BroadcastChannel('session')

/** Time to wait for another tab's response (ms). */
const maxWait = 200

/** Notifies the other tabs that the session with this ID was refreshed, or that it ended. */
export const announce = (id, session = null) => channel.postMessage({ id, session })

export const askTabs = () =>
  new Promise((resolve) => {
    channel.addEventListener('message', ({ data }) => data.session && resolve(data.session))
    channel.postMessage({ isWanted: true })
    setTimeout(resolve, maxWait)
  })

/**
 * Shares the session of this tab, which `read` returns, with other tabs (decision 0053). `write` receives the session
 * after another tab refreshed it, or null if it ended there.
 */
export const shareSession = (read, write) =>
  channel.addEventListener('message', ({ data: { isWanted, id, session } }) => {
    const own = read()
    if (!own?.id || own.once) return
    if (isWanted) announce(own.id, own)
    else if (own.id === id && own.token !== session?.token) write(session)
  })
