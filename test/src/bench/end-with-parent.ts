/** Loaded first into every child: it exits when its bench was killed. */
process.on('disconnect', () => process.exit(0))
process.channel?.unref()
