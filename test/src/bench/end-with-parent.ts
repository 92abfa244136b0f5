/** Loaded first into every child: one whose bench was killed ends too. */
process.on('disconnect', () => process.exit(0))
process.channel?.unref()
