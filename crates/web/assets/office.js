// A little help for those who have JavaScript; every page works without it.
(function () {
  "use strict";
  // after an error, the summary is where the eye and the screen reader should be
  var summary = document.querySelector("[data-focus]");
  if (summary) summary.focus();

  // a link of the summary goes to its field, also when the field is a group of options
  document.querySelectorAll(".summary a[href^='#']").forEach(function (link) {
    link.addEventListener("click", function () {
      var target = document.getElementById(link.hash.slice(1));
      if (target) window.setTimeout(function () { target.focus(); }, 0);
    });
  });

  // one press is enough; a second one would send the form twice
  document.querySelectorAll("form[method='post']").forEach(function (form) {
    var sent = false;
    form.addEventListener("submit", function (event) {
      if (sent) { event.preventDefault(); return; }
      sent = true;
      window.setTimeout(function () { sent = false; }, 4000);
    });
  });

  // what was typed is not left without a warning
  var dirty = false;
  document.querySelectorAll("form.form").forEach(function (form) {
    form.addEventListener("input", function () { dirty = true; });
    form.addEventListener("submit", function () { dirty = false; });
  });
  window.addEventListener("beforeunload", function (event) { if (dirty) event.preventDefault(); });

  // the account menu closes with Escape and with a press elsewhere
  var account = document.querySelector(".account");
  if (account) {
    document.addEventListener("keydown", function (event) {
      if (event.key === "Escape" && account.open) { account.open = false; account.querySelector("summary").focus(); }
    });
    document.addEventListener("click", function (event) { if (!account.contains(event.target)) account.open = false; });
  }

  // lines of the law narrow down while one types; the button beside the field does the same without this
  var plain = function (text) { return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase(); };
  document.querySelectorAll("[data-filter]").forEach(function (field) {
    var list = document.getElementById(field.dataset.filter);
    if (!list) return;
    field.addEventListener("input", function () {
      var words = plain(field.value).split(/\s+/).filter(Boolean);
      list.querySelectorAll("details").forEach(function (group) {
        var left = 0;
        group.querySelectorAll("li").forEach(function (line) {
          var text = plain(line.textContent + " " + (line.dataset.words || ""));
          line.hidden = !words.every(function (w) { return text.indexOf(w) >= 0; });
          if (!line.hidden) left += 1;
        });
        group.hidden = left === 0;
        group.open = words.length > 0;
      });
    });
  });
})();
