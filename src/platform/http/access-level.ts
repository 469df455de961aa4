/** Callers allowed: anyone, signed-in people, support agents and administrators, or administrators. */
export type Access = 'public' | 'user' | 'agent' | 'admin'

/**
 * Effect of an operation on the platform, from least to most: it reads, changes things, grants others a right or shows
 * them something, removes existing things, or administers people, rights and settings.
 */
export type Effect = 'read' | 'write' | 'sharing' | 'destructive' | 'admin'

/** Requires operations for administrators to declare their effect. */
export type SaidEffect<A extends Access> = [A] extends ['admin'] ? { effect: Effect } : object

/** AWS permissions of a function; each profile is a role in infra/template/roles.yml. */
export type Profile = 'none' | 'reader' | 'viewer' | 'writer' | 'login' | 'files' | 'wopi' | 'chats'
