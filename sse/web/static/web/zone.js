// A new player's clock is the one of the machine in front of them.

for (const field of document.querySelectorAll("[data-zone]"))
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
